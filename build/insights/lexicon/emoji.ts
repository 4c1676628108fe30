/** Signs that praise or complain by themselves. Our own list; signs that irony likes, such as 🙃, are left out. */
export const CHEER = /👍|👏|🙌|💯|🙏|❤|💖|💗|💙|💚|💛|😍|🥰|😊|😀|😃|😁|🤩|🎉|🌟|⭐|🏆|👌/gu;
export const FROWN = /👎|😡|🤬|😤|😠|😞|😢|😭|💩|🤮|🤦|💔/gu;
