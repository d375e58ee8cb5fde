import { createPrivateKey, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { createCertificate } from '@forgemesh/testing/certificates';
import { certificateErrors } from './client-certificate';
import type { SettingName } from './settings.table';

const errorsOf = (external_auth_client_cert: unknown, external_auth_client_key: unknown, pass: unknown = null) => {
  const values: Partial<Record<SettingName, unknown>> = {
    external_auth_client_cert,
    external_auth_client_key,
    external_auth_client_key_pass: pass,
  };
  return certificateErrors((name) => values[name]);
};

describe('certificateErrors', () => {
  let certificate: string;
  let key: string;
  let other: KeyPairKeyObjectResult;
  beforeAll(async () => {
    ({ cert: certificate, key } = await createCertificate('client'));
    other = generateKeyPairSync('ed25519');
  });

  it('accepts a certificate with its key, and neither', () => {
    expect(errorsOf(certificate, key)).toEqual({});
    expect(errorsOf(null, null)).toEqual({});
    expect(errorsOf('', '')).toEqual({});
    // A key alone is not used.
    expect(errorsOf(null, 'no key')).toEqual({});
  });

  it('accepts an encrypted key with its passphrase only', () => {
    const pem = createPrivateKey(key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open',
    });
    expect(errorsOf(certificate, pem, 'open')).toEqual({});
    const unreadable = { external_auth_client_key: ['could not read private key, is the passphrase correct?'] };
    expect(errorsOf(certificate, pem, 'wrong')).toEqual(unreadable);
    expect(errorsOf(certificate, pem)).toEqual(unreadable);
    expect(errorsOf(certificate, 'no key')).toEqual(unreadable);
  });

  it('refuses another key, none, and what is no certificate', () => {
    expect(errorsOf(certificate, null)).toEqual({ external_auth_client_key: ["can't be blank"] });
    const pem = other.privateKey.export({ type: 'pkcs8', format: 'pem' });
    expect(errorsOf(certificate, pem)).toEqual({
      external_auth_client_key: ['private key does not match certificate.'],
    });
    expect(errorsOf('no certificate', key)).toEqual({
      external_auth_client_cert: ['is not a valid X509 certificate.'],
    });
  });
});
