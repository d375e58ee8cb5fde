/**
 * Returns the fingerprint of a public key as `ssh-keygen -l` prints it, `SHA256:...`; null where
 * the browser computes none, which is the case for pages without TLS.
 */
export async function sshFingerprint(publicKey: string): Promise<string | null> {
  const [, encoded = ''] = publicKey.trim().split(/\s+/);
  if (!globalThis.isSecureContext) return null;
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const base64 = btoa(String.fromCharCode(...digest));
  return ['SHA256', base64.replace(/=+$/, '')].join(':');
}
