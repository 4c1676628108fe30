/** The version of the project, equal to that of package.json. Spec section 9 sets it to 1.0.0. */
export const VERSION = "1.0.0";
