/** Client of the primary's API for secondaries. */
import { HOUR_MS } from '@forgemesh/service/durations';
import { ForgeError, UnavailableError } from '@forgemesh/errors';
import { egressFetch, egressStream, type EgressResponse, KeptConnections } from '@forgemesh/http';
import type {
  AuthenticateForNodeRequest,
  AuthenticateForNodeResponse,
  AuthorizeForNodeRequest,
  GetSettingsForNodeResponse,
} from '@forgemesh/proto/geo/v1/delegated_auth';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type {
  ListOriginalLfsObjectsResponse,
  ListReplicatedFilesResponse,
  ListReplicatedProjectsResponse,
  ListReplicationEventsResponse,
  OriginalMetadata,
  OriginalFile,
  OriginalLog,
  OriginalState,
  ReportStatusResponse,
} from '@forgemesh/proto/geo/v1/replication';
import type { AuthorizeResponse } from '@forgemesh/proto/projects/v1/access';
import type { FileKind, FileName } from '#replication/files';
import { createNodeToken, keyIdOf } from '#nodes';
import type { RepositoryKind } from '#replication/registry';
import type { PrimaryLink } from '#clients';

const TIMEOUT_MS = 60_000;
/** For calls that user requests wait for. */
const DELEGATED_TIMEOUT_MS = 8_000;
/** Checksums and transfers take time proportional to the size of the file. */
const FILE_STATE_TIMEOUT_MS = 10 * 60_000;
const FILE_TIMEOUT_MS = 2 * HOUR_MS;
const MAX_BYTES = 128 * 1024 * 1024;
/** The operator configures the address of the primary, which may be local. */
const policy = { allowLocal: true, allowList: [] };

/** Reads a downloaded content to its end. */
type ReadContent = (content: AsyncIterable<Uint8Array>) => Promise<void>;
type Payload<T> = Omit<T, 'node_token'>;
/** State of a file on the primary. */
export type FileState = Omit<OriginalFile, 'checksum' | 'expires_at'> & {
  checksum: string | null;
  expires_at: string | null;
};

/**
 * Calls the primary. Every call throws UnavailableError if the primary does not respond or refuses
 * it, and updates the link state with the reason.
 */
export class PrimaryClient {
  /** A new connection takes several round trips, and a sync makes several calls. */
  private readonly connections = new KeptConnections();

  constructor(
    private readonly url: string,
    private readonly credentials: string,
    private readonly link: PrimaryLink,
  ) {}

  /** Key id of this node's credentials. */
  get keyId(): string {
    return keyIdOf(this.credentials);
  }

  events(after: number): Promise<ListReplicationEventsResponse> {
    return this.call('events', { after });
  }

  projects(afterId: number): Promise<ListReplicatedProjectsResponse> {
    return this.call('projects', { after_id: afterId });
  }

  async repositoryState(
    projectId: number,
    kind: RepositoryKind,
  ): Promise<Omit<OriginalState, 'checksum'> & { checksum: string | null }> {
    const state = await this.call<Omit<OriginalState, 'checksum'> & { checksum: string | null }>('repository_state', {
      project_id: projectId,
      kind,
    });
    // An earlier release on the primary has no logs for secondaries.
    return { ...state, log_incarnation: state.log_incarnation ?? '', log_seq: state.log_seq ?? 0 };
  }

  /** Returns the part of a log after a cursor; `incarnation` is empty for a replica without one. */
  repositoryLog(projectId: number, kind: RepositoryKind, incarnation: string, after: number): Promise<OriginalLog> {
    return this.call('repository_log', { project_id: projectId, kind, incarnation, after });
  }

  /** Downloads a pack, see `download`. */
  downloadPack(sha256: string, read: ReadContent): Promise<string> {
    return this.download('pack', { sha256 }, read);
  }

  async metadata(projectId: number): Promise<string> {
    const { facts } = await this.call<OriginalMetadata>('repository_facts', { project_id: projectId });
    return facts;
  }

  async files(kind: FileKind, afterId: number): Promise<number[]> {
    const { file_ids: ids } = await this.call<ListReplicatedFilesResponse>('files', { kind, after_id: afterId });
    return ids;
  }

  /** Returns the state of a file, without checksum if its content is `verifiedContent`. */
  fileState({ kind, id }: FileName, verifiedContent: string): Promise<FileState> {
    return this.call('file_state', { kind, id, known_content: verifiedContent }, FILE_STATE_TIMEOUT_MS);
  }

  /** Returns the large files of a project after a digest. */
  lfsObjects(projectId: number, after: string): Promise<ListOriginalLfsObjectsResponse> {
    return this.call('lfs_objects', { project_id: projectId, after });
  }

  /** Downloads a large file, see `download`. */
  downloadLfsObject(projectId: number, oid: string, read: ReadContent): Promise<string> {
    return this.download('lfs_object', { project_id: projectId, oid }, read);
  }

  /** Downloads a content of a file, see `download`. */
  downloadFile({ kind, id }: FileName, content: string, read: ReadContent): Promise<string> {
    return this.download('file', { kind, id, content }, read);
  }

  /**
   * Downloads a content as a stream. Returns the reason of a failure, or an empty string. Does not
   * change the link state.
   */
  private async download(name: string, payload: object, read: ReadContent): Promise<string> {
    const request = { ...(await this.createRequest(name, payload)), timeoutMs: FILE_TIMEOUT_MS };
    try {
      return await egressStream(request, async (status, body) => {
        if (status !== 200) return `The primary node refuses the file (${status})`;
        await read(body);
        return '';
      });
    } catch (error) {
      return `The transfer was interrupted (${error instanceof Error ? error.message : String(error)})`;
    }
  }

  report(report: NodeReport): Promise<ReportStatusResponse> {
    return this.call('status', { report });
  }

  authenticate(request: Payload<AuthenticateForNodeRequest>): Promise<AuthenticateForNodeResponse> {
    return this.call('authenticate', request, DELEGATED_TIMEOUT_MS);
  }

  authorize(request: Payload<AuthorizeForNodeRequest>): Promise<AuthorizeResponse> {
    return this.call('authorize', request, DELEGATED_TIMEOUT_MS);
  }

  async settings(): Promise<string> {
    const { settings } = await this.call<GetSettingsForNodeResponse>('settings', {}, DELEGATED_TIMEOUT_MS);
    return settings;
  }

  /**
   * Git URL of a repository. It uses the project id, which does not change when a project is
   * renamed.
   */
  repositoryUrl(projectId: number, kind: RepositoryKind): string {
    return `${this.url}/${projectId}${kind === 'wiki' ? '.wiki' : ''}.git`;
  }

  /** Value of the `Authorization` header for Git. */
  async authorization(): Promise<string> {
    const login = `geo:${await createNodeToken(this.credentials)}`;
    return `Basic ${Buffer.from(login).toString('base64')}`;
  }

  private async call<T>(name: string, payload: object, timeoutMs = TIMEOUT_MS): Promise<T> {
    const request = await this.createRequest(name, payload);
    let response: EgressResponse;
    try {
      response = await egressFetch({ ...request, timeoutMs, maxBytes: MAX_BYTES });
    } catch (error) {
      this.link.markDown('The primary node cannot be reached');
      throw new UnavailableError('The primary node cannot be reached', { cause: error });
    }
    if (response.status === 200) {
      this.link.markUp();
      return JSON.parse(response.body.toString('utf8')) as T;
    }
    // A single failed call says nothing about the state of the primary.
    if (response.status === 500) throw new ForgeError('internal', `The primary node failed to handle ${name}`);
    const refusal = `The primary node refuses this node (${response.status} ${name})`;
    this.link.markDown(response.status < 500 ? refusal : 'The primary node is failing');
    throw new UnavailableError(this.link.problem());
  }

  private async createRequest(name: string, payload: object) {
    const body = Buffer.from(JSON.stringify({ ...payload, node_token: await createNodeToken(this.credentials) }));
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    const { connections } = this;
    return { url: `${this.url}/api/v4/geo/${name}`, method: 'POST', headers, body, policy, connections };
  }

  /** Closes the connections. */
  close(): void {
    this.connections.close();
  }
}
