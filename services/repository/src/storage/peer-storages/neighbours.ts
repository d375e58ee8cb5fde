/**
 * Repositories that other processes of this service serve: how git reaches them, and where their
 * objects lie while some work needs them.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTEXT_KEY, gitTarget, serviceContext, type AddressMap, type ContextSigner } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';
import { currentRequestId } from '@forgemesh/telemetry';
import { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Remote, RemoteTls } from '@forgemesh/git-engine';
import type { RepositoryPlace } from '../repository-location';

/** What neighbours are reached with. */
export interface NeighbourOptions {
  /** HTTP URL of the git transport of each storage. */
  addresses: AddressMap;
  signer: ContextSigner;
  /** TLS of this process; undefined where processes talk without it. */
  tls: ProcessTls | undefined;
  /** Folder for what is borrowed. */
  folder: string;
}

/** The other processes, by the storages that they serve. */
export class Neighbours {
  constructor(private readonly options: NeighbourOptions) {}

  /**
   * A repository as git reaches it. Throws UnavailableError where nobody is known to serve its
   * storage.
   */
  async remoteOf({ project_id: id, storage, kind }: RepositoryPlace): Promise<Remote> {
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
   * Certificate files for git. The trusted certificates are written for each call, because they may
   * have changed.
   */
  private async certificates(tls: ProcessTls): Promise<RemoteTls> {
    const { certificate, key } = tls.files;
    const trusted = path.join(this.options.folder, 'trusted.pem');
    const unfinished = `${trusted}.${randomUUID()}`;
    await writeFile(unfinished, tls.trustedFor('repository'));
    await rename(unfinished, trusted);
    return { certificate, key, trusted };
  }

  /** A folder for one borrowed repository, which does not exist yet. */
  newFolder(): string {
    return path.join(this.options.folder, `${randomUUID()}.git`);
  }

  /** Removes what a crash left. Only while nothing is borrowed. */
  async clear(): Promise<void> {
    await rm(this.options.folder, { recursive: true, force: true });
    await mkdir(this.options.folder, { recursive: true });
  }
}
