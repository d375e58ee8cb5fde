const tokenText = /\bglpat-[\w-]{20}|(private[-_]token["']?[:=]\s*["']?)[\w-]+/gi;

/** Removes personal access tokens from a text of a log or a trace. */
export function redactTokens(text: string): string {
  return text.replace(tokenText, '$1[redacted]');
}
