/** Emoji by the names that the API accepts in texts. Load it by `import()`: there are 1,900. */
import names from 'markdown-it-emoji/lib/data/full.mjs';

/** Characters by name, without colons. */
export const emojiByName: Readonly<Record<string, string>> = names;
