/** Checks the client certificate for the external authorization service and its private key. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isSet } from './stored-values';
import type { SettingName } from './settings.table';

const CERTIFICATE = 'external_auth_client_cert';
const KEY = 'external_auth_client_key';
const PASSPHRASE = 'external_auth_client_key_pass';

/** The settings that belong together. */
export const CERTIFICATE_SETTINGS: readonly SettingName[] = [CERTIFICATE, KEY, PASSPHRASE];

/**
 * Returns field errors by name; `valueOf` returns the values after an update. A key without a
 * certificate is not used, and not checked.
 */
export function certificateErrors(valueOf: (name: SettingName) => unknown): Record<string, string[]> {
  const [certificate, key, passphrase] = [CERTIFICATE, KEY, PASSPHRASE].map((name) => valueOf(name as SettingName));
  if (!isSet(certificate)) return {};
  const parsed = parseCertificate(certificate as string);
  if (!parsed) return { [CERTIFICATE]: ['is not a valid X509 certificate.'] };
  if (!isSet(key)) return { [KEY]: ["can't be blank"] };
  const privateKey = parseKey(key as string, passphrase as string | null);
  if (!privateKey) return { [KEY]: ['could not read private key, is the passphrase correct?'] };
  return parsed.checkPrivateKey(privateKey) ? {} : { [KEY]: ['private key does not match certificate.'] };
}

function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function parseKey(pem: string, passphrase: string | null): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, ...(passphrase && { passphrase }) });
  } catch {
    return undefined;
  }
}
