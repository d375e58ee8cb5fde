/**
 * Mutual TLS between the processes of an instance. The process name is the only DNS name without a
 * dot in a certificate. Certificates and keys are reloaded when their files change, so they rotate
 * without a restart.
 *
 * Trusted are either the self-signed certificates of the processes (not CAs, so no process can
 * issue one for another) or a CA. Two trusted certificates of a process need different subjects,
 * because OpenSSL looks certificates up by subject.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import {
  connect,
  createSecureContext,
  TLSSocket,
  type ConnectionOptions,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import { ForbiddenError } from '@forgemesh/errors';
import { CHECK_INTERVAL_MS, reloadOnChange } from './reload-on-change';
import { certificateFiles } from './trusted-keys';

/** A DNS name without a dot, in Node's notation of certificate names. */
const plainDnsName = /^DNS:([a-z][a-z0-9-]*)$/;

type CertificateProvider = experimental.CertificateProvider;

/** Certificate files of a process. */
export interface TlsFiles {
  /** File with the certificate chain of this process (PEM). */
  certificate: string;
  /** File with its private key (PEM). */
  key: string;
  /**
   * Trusted certificates: a file with those of CAs (PEM), or a folder with those of the processes.
   */
  trusted: string;
}

/** Loaded certificates and key. */
interface Material {
  certificate: Buffer;
  privateKey: Buffer;
  caCertificate: Buffer;
  /** Built from the other fields. */
  context: SecureContext;
}

/** The TLS variables of a process. */
export interface TlsVariables {
  FORGE_TLS_CERTIFICATE: string;
  FORGE_TLS_KEY: string;
  FORGE_TLS_TRUSTED: string;
}

/**
 * Returns TLS as configured; undefined if the variables are empty. Throws if only some of them are
 * set.
 */
export function configuredTls({
  FORGE_TLS_CERTIFICATE: certificate,
  FORGE_TLS_KEY: key,
  FORGE_TLS_TRUSTED: trusted,
}: TlsVariables): ProcessTls | undefined {
  const set = [certificate, key, trusted].filter((path) => path !== '');
  if (set.length === 0) return undefined;
  if (set.length < 3)
    throw new Error('FORGE_TLS_CERTIFICATE, FORGE_TLS_KEY and FORGE_TLS_TRUSTED have to be set together');
  return new ProcessTls({ certificate, key, trusted });
}

/** TLS of one process. */
export class ProcessTls {
  private readonly current: () => Material;
  private readonly provider: CertificateProvider;

  /**
   * `checkIntervalMs` is the interval between checks for changed files, in milliseconds. Throws if
   * a file cannot be read or the key does not match the certificate.
   */
  constructor(
    readonly files: TlsFiles,
    private readonly checkIntervalMs = CHECK_INTERVAL_MS,
  ) {
    this.current = reloadOnChange(Object.values(files) as string[], () => readMaterial(files), checkIntervalMs);
    this.provider = new ReloadingProvider(this.current, checkIntervalMs);
  }

  /**
   * Credentials of a gRPC server: callers without a trusted certificate are rejected in the
   * handshake.
   */
  serverCredentials(): ServerCredentials {
    return experimental.createCertificateProviderServerCredentials(this.provider, this.provider, true);
  }

  /** Credentials of a gRPC channel to a process that has one of the names. */
  channelCredentials(names: ReadonlySet<string>): ChannelCredentials {
    return experimental.createCertificateProviderChannelCredentials(this.provider, this.provider, {
      checkServerIdentity: (_host, certificate) => identityError(certificate, names),
    });
  }

  /**
   * Creates an HTTPS server. Client certificates are optional, because probes have none: use
   * `peerName` to authorize processes.
   */
  createServer(listener: RequestListener): Server {
    const options = (): object => {
      const { certificate, privateKey, caCertificate } = this.current();
      return { cert: certificate, key: privateKey, ca: caCertificate };
    };
    const server = createServer({ ...options(), requestCert: true, rejectUnauthorized: false }, listener);
    let reported = this.current();
    const timer = setInterval(() => {
      if (reported === this.current()) return;
      reported = this.current();
      server.setSecureContext(options());
    }, this.checkIntervalMs).unref();
    server.once('close', () => clearInterval(timer));
    return server;
  }

  /** Opens a connection to the process of that name. */
  connect(options: ConnectionOptions, name: string): TLSSocket {
    return connect({
      ...options,
      secureContext: this.current().context,
      servername: name,
      checkServerIdentity: (_host, shown) => identityError(shown, new Set([name])),
    });
  }

  /** Returns the trusted certificates of one process, or those of the CAs (PEM). */
  trustedFor(name: string): Buffer {
    return readTrusted(this.files.trusted, (file) => file.split('.')[0] === name);
  }
}

/** Returns the process name of the peer; undefined without a trusted certificate. */
export function peerName(socket: object): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  return processName(socket.getPeerCertificate());
}

/** Throws ForbiddenError if a TLS connection's peer is not the process that signed the context. */
export function assertPeer(socket: object, issuer: string): void {
  if (socket instanceof TLSSocket && peerName(socket) !== issuer) throw new ForbiddenError();
}

/** Returns the process name in a certificate; undefined if there is none or more than one. */
export function processName({ subjectaltname = '' }: Pick<PeerCertificate, 'subjectaltname'>): string | undefined {
  const names = subjectaltname.split(', ').flatMap((entry) => plainDnsName.exec(entry)?.[1] ?? []);
  return names.length === 1 ? names[0] : undefined;
}

function identityError(certificate: PeerCertificate, names: ReadonlySet<string>): Error | undefined {
  const name = processName(certificate);
  if (name !== undefined && names.has(name)) return undefined;
  return new Error(`the certificate is that of ${name ?? 'nobody'}, not of ${[...names].join(' or ')}`);
}

function readMaterial({ certificate, key, trusted }: TlsFiles): Material {
  const material = {
    certificate: readFileSync(certificate),
    privateKey: readFileSync(key),
    caCertificate: readTrusted(trusted, () => true),
  };
  if (!new X509Certificate(material.certificate).checkPrivateKey(createPrivateKey(material.privateKey)))
    throw new Error(`${key} is not the key of ${certificate}`);
  const { certificate: cert, privateKey, caCertificate: ca } = material;
  return { ...material, context: createSecureContext({ cert, key: privateKey, ca }) };
}

/** Reads the certificates of a file, or those of a folder whose file names match. */
function readTrusted(path: string, matches: (file: string) => boolean): Buffer {
  if (!statSync(path).isDirectory()) return readFileSync(path);
  const files = certificateFiles(path).filter(matches);
  return Buffer.from(files.map((file) => readFileSync(join(path, file), 'utf8').trimEnd()).join('\n') + '\n');
}

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/** Certificate provider of gRPC that reports changed files. */
class ReloadingProvider implements CertificateProvider {
  private readonly listeners = new Set<CaListener | IdentityListener>();
  private reported: Material;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly current: () => Material,
    private readonly checkIntervalMs: number,
  ) {
    this.reported = current();
  }

  addCaCertificateListener(listener: CaListener): void {
    this.add(listener);
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.remove(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.add(listener);
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.remove(listener);
  }

  private add(listener: CaListener | IdentityListener): void {
    this.listeners.add(listener);
    // gRPC ignores updates that arrive while the listener is being added.
    process.nextTick(() => listener(this.current()));
    this.timer ??= setInterval(() => this.check(), this.checkIntervalMs).unref();
  }

  private remove(listener: CaListener | IdentityListener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private check(): void {
    if (this.reported === this.current()) return;
    this.reported = this.current();
    for (const listener of this.listeners) listener(this.reported);
  }
}
