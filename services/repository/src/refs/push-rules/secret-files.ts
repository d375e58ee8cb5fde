/** Names of files that usually contain secrets; public keys are not included. */
const patterns: readonly RegExp[] = [
  /(^|\/)\.?aws\/credentials$/,
  /(^|[/_.])id_(rsa|dsa|ed25519|ecdsa)$/,
  /_(rsa|dsa|ed25519|ecdsa)$/,
  /\.(pem|key)$/,
  /[._]history$/,
];

/** The pattern that a path matches; undefined if none exists. */
export function secretPattern(path: string): string | undefined {
  return patterns.find((pattern) => pattern.test(path))?.source;
}
