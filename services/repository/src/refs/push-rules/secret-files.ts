/** Names of files that hold secrets as a rule. Public halves of keys are none. */
const patterns: readonly RegExp[] = [
  /(^|\/)\.?aws\/credentials$/,
  /(^|[/_.])id_(rsa|dsa|ed25519|ecdsa)$/,
  /_(rsa|dsa|ed25519|ecdsa)$/,
  /\.(pem|key)$/,
  /[._]history$/,
];

/** The pattern that a path meets; undefined where it looks like no secret. */
export function secretPattern(path: string): string | undefined {
  return patterns.find((pattern) => pattern.test(path))?.source;
}
