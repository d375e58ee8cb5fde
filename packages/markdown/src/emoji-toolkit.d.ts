declare module 'emoji-toolkit' {
  /** Emoji by name with colons. */
  export const emojiList: Readonly<Record<string, { shortnames: readonly string[] }>>;
}
