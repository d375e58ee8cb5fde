/** Encrypts the URLs of hooks at rest, because many contain a secret. */
import type { SecretBox } from '@forgemesh/security';
import type { HookDocument } from './hook.model';

/** Decrypts secrets of hooks. */
export interface HookSecrets {
  hookBox: SecretBox;
}

/** The URL of a hook, decrypted. */
export function openUrl({ hookBox }: HookSecrets, { url }: Pick<HookDocument, 'url'>): string {
  return hookBox.open(url);
}
