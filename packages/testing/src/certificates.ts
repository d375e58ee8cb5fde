/**
 * Process certificates for tests, like those of the Helm chart: self-signed, with the process name
 * as a DNS name.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { TlsFiles } from '@forgemesh/security';

const DAY_MS = 86_400_000;

/** Differences from a self-signed certificate. */
export interface CertificateOptions {
  /** PEM file of the private key; by default a new key is written to `<file>.pem`. */
  keyFile?: string;
  /** The signing certificate with its key, instead of its own key: folder and name. */
  signer?: { folder: string; name: string };
  /** Whether it may sign other certificates. */
  isAuthority?: boolean;
}

/** Writes `<file>.crt` and `<file>.pem` for a process; `file` has no extension. */
export async function makeCertificate(
  file: string,
  name: string,
  { keyFile, signer, isAuthority = false }: CertificateOptions = {},
): Promise<void> {
  const pem = keyFile
    ? readFileSync(keyFile, 'utf8')
    : generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  writeFileSync(`${file}.pem`, pem, { mode: 0o600 });
  const issuer = signer ? join(signer.folder, signer.name) : file;
  const subject = `CN=${name}-${randomUUID()}`;
  const signing = { name: 'Ed25519' };
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: '01',
      subject,
      issuer: signer ? new X509Certificate(readFileSync(`${issuer}.crt`)).subject : subject,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + DAY_MS),
      signingAlgorithm: signing,
      publicKey: await publicKeyOf(pem),
      signingKey: await privateKeyOf(readFileSync(`${issuer}.pem`, 'utf8')),
      extensions: [
        new BasicConstraintsExtension(isAuthority, undefined, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
        new SubjectAlternativeNameExtension([
          { type: 'dns', value: name },
          { type: 'ip', value: '127.0.0.1' },
        ]),
      ],
    },
    webcrypto as never,
  );
  writeFileSync(`${file}.crt`, certificate.toString('pem'));
}

/**
 * Returns the TLS files of a process in a folder of `makeCertificate`: it trusts all certificates
 * in it.
 */
export function tlsFiles(folder: string, name: string, trusted = folder): TlsFiles {
  return { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.pem`), trusted };
}

/** Creates a folder with certificates of some processes. */
export async function makeCertificates(folder: string, ...names: string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const name of names) await makeCertificate(join(folder, name), name);
  return folder;
}

function privateKeyOf(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
}

function publicKeyOf(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return webcrypto.subtle.importKey('spki', der, 'Ed25519', true, ['verify']);
}

/** Creates a certificate of its own with its key, as PEM. */
export async function createCertificate(name: string): Promise<{ cert: string; key: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-certificate-'));
  try {
    const file = join(folder, name);
    await makeCertificate(file, name);
    return { cert: readFileSync(`${file}.crt`, 'utf8'), key: readFileSync(`${file}.pem`, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
