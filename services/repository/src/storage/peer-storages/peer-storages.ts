/**
 * Access to repositories that other processes of this service serve: their git addresses and
 * credentials, and the folders of temporary clones.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTEXT_KEY, gitTarget, serviceContext, type AddressMap, type ContextSigner } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';
import { currentRequestId } from '@forgemesh/telemetry';
import { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Remote, RemoteTls } from '@forgemesh/git-engine';
import type { RepositoryKey, RepositoryLocation } from '#storage';

/** Configuration for reaching peer storages. */
export interface PeerStorageOptions {
  /** HTTP URL of the git transport of each storage. */
  addresses: AddressMap;
  signer: ContextSigner;
  /** TLS of this process; undefined for plain connections. */
  tls: ProcessTls | undefined;
  /** Folder for temporary clones. */
  folder: string;
  /** Gives a project the large files of commits that were copied into its repository. */
  linkLargeFiles(copied: { from: RepositoryKey; to: RepositoryLocation; ids: readonly string[] }): Promise<void>;
}

/** The other processes of this service, by storage. */
export class PeerStorages {
  constructor(private readonly options: PeerStorageOptions) {}

  /**
   * A repository as a git remote. Throws UnavailableError if the address of its storage is unknown.
   */
  async remoteFor({ project_id: id, storage, kind }: RepositoryKey): Promise<Remote> {
    const { addresses, signer, tls } = this.options;
    const address = addresses.get(storage);
    const access = { id: AuthorizedResource.create({ found: true, id, storage }) };
    const context = await signer.sign({ ...serviceContext(currentRequestId()), access }, gitTarget(id, kind));
    return {
      url: `${address}/git/${id}/${kind}`,
      headers: [`${CONTEXT_KEY}: ${context}`],
      ...(tls && { tls: await this.certificates(tls) }),
    };
  }

  /**
   * Certificate files for git. The trusted certificates are rewritten for each call, because they
   * may have changed.
   */
  private async certificates(tls: ProcessTls): Promise<RemoteTls> {
    const { certificate, key } = tls.files;
    const trusted = path.join(this.options.folder, 'trusted.pem');
    const temporary = `${trusted}.${randomUUID()}`;
    await writeFile(temporary, tls.trustedFor('repository'));
    await rename(temporary, trusted);
    return { certificate, key, trusted };
  }

  /** Gives a project the large files of commits that were copied into its repository. */
  linkLargeFiles(copied: { from: RepositoryKey; to: RepositoryLocation; ids: readonly string[] }): Promise<void> {
    return this.options.linkLargeFiles(copied);
  }

  /** A new folder for a temporary clone; it does not exist yet. */
  newFolder(): string {
    return path.join(this.options.folder, `${randomUUID()}.git`);
  }

  /** Deletes temporary clones that a crash left behind. Only while none is in use. */
  async clear(): Promise<void> {
    await rm(this.options.folder, { recursive: true, force: true });
    await mkdir(this.options.folder, { recursive: true });
  }
}
