import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, createVerifier, serviceContext } from './context';

/** A pair for these tests alone. */
const key = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIEV5eVXJgXNDxo336gwSn21B0CfNPgpdMfbDri7GlCb3
-----END PRIVATE KEY-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBOjCB7aADAgECAhQ1ZuUXz5T5/Nn5VJNblwto6LS9bDAFBgMrZXAwEjEQMA4G
A1UEAwwHZ2F0ZXdheTAgFw0yNjExMjIwMjU0NDlaGA8yMTI2MTAyOTAyNTQ0OVow
EjEQMA4GA1UEAwwHZ2F0ZXdheTAqMAUGAytlcAMhABisrsPfNczRKu4dnTIPfxnu
aB3YFLzlmYU1HxrZiB2So1MwUTAdBgNVHQ4EFgQU8u4RQZLaQJOi7JIEtjDpoYUO
lhcwHwYDVR0jBBgwFoAU8u4RQZLaQJOi7JIEtjDpoYUOlhcwDwYDVR0TAQH/BAUw
AwEB/zAFBgMrZXADQQBLdAdR9AGC119ko0i/V8E+5m6UatBQBLSuuGGUu3+OSyIC
ROdDn7o2bkk85edritS3Zie/QMb9Ly2bYn5H8CUM
-----END CERTIFICATE-----
`;

describe('createVerifier with a folder of certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-certificates-'));
  const keyFile = join(folder, 'gateway.pem');

  beforeAll(() => {
    writeFileSync(keyFile, key);
    writeFileSync(join(folder, 'gateway.crt'), certificate);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('believes the process that a certificate is named after', async () => {
    const token = await createSigner('gateway', keyFile).sign(serviceContext('request-1'));
    await expect(createVerifier(folder).verify(token)).resolves.toMatchObject({ issuer: 'gateway' });
  });

  it('refuses another name for the same key', async () => {
    const token = await createSigner('projects', keyFile).sign(serviceContext('request-1'));
    await expect(createVerifier(folder).verify(token)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });
});
