/** Repositories that other processes of this service serve: how git reaches them, and where their objects lie while some work needs them. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  CONTEXT_KEY,
  currentRequestId,
  gitTarget,
  serviceContext,
  type AddressMap,
  type ContextSigner,
} from '@forgemesh/kit';
import { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Remote } from '../git/remote/remote-git';
import type { RepositoryPlace } from '../repository-location';

/** What neighbours are reached with. */
export interface NeighbourOptions {
  /** HTTP URL of the git transport of each storage. */
  addresses: AddressMap;
  signer: ContextSigner;
  /** Folder for what is borrowed. */
  folder: string;
}

/** The other processes, by the storages that they serve. */
export class Neighbours {
  constructor(private readonly options: NeighbourOptions) {}

  /** A repository as git reaches it. Throws UnavailableError where nobody is known to serve its storage. */
  async remoteOf({ project_id: id, storage, kind }: RepositoryPlace): Promise<Remote> {
    const { addresses, signer } = this.options;
    const address = addresses.get(storage);
    const access = { id: AuthorizedResource.create({ found: true, id, storage }) };
    const context = await signer.sign({ ...serviceContext(currentRequestId()), access }, gitTarget(id, kind));
    return { url: `${address}/git/${id}/${kind}`, headers: [`${CONTEXT_KEY}: ${context}`] };
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
