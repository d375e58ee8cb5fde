/** Kinds of files by their names. */

export const notebookName = /\.ipynb$/i;
export const markdownName = /\.(md|markdown|mdown|mkd)$/i;
