/** This file of the package has no types. */
declare module 'markdown-it-emoji/lib/data/full.mjs' {
  const names: Readonly<Record<string, string>>;
  export = names;
}
