/** Emoji that praise or complain by themselves. Our own list; emoji often used in irony, such as 🙃, are left out. */
export const CHEER = /👍|👏|🙌|💯|🙏|❤|💖|💗|💙|💚|💛|😍|🥰|😊|😀|😃|😁|🤩|🎉|🌟|⭐|🏆|👌/gu;
export const FROWN = /👎|😡|🤬|😤|😠|😞|😢|😭|💩|🤮|🤦|💔/gu;
