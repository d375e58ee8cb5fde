/** Questions to the primary, over its public address. */
import { ForgeError, UnavailableError } from '@forgemesh/errors';
import { egressFetch, egressStream, type EgressResponse } from '@forgemesh/web';
import type {
  AuthenticateForNodeRequest,
  AuthenticateForNodeResponse,
  AuthorizeForNodeRequest,
  GetSettingsForNodeResponse,
} from '@forgemesh/proto/geo/v1/delegated_auth';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type {
  ListReplicatedFilesResponse,
  ListReplicatedProjectsResponse,
  ListReplicationEventsResponse,
  OriginalMetadata,
  OriginalFile,
  OriginalState,
  ReportStatusResponse,
} from '@forgemesh/proto/geo/v1/replication';
import type { AuthorizeResponse } from '@forgemesh/proto/projects/v1/access';
import type { FileKind, FileName } from '../files/file-kinds';
import { createNodeToken, keyIdOf } from '../origin/node-token';
import type { CopyKind } from '../registry/registry.model';
import type { Link } from './link';

const TIMEOUT_MS = 60_000;
/** Requests wait for these answers. */
const ANSWER_TIMEOUT_MS = 8_000;
/** A checksum and a transfer take as long as the file is large. */
const FILE_STATE_TIMEOUT_MS = 10 * 60_000;
const FILE_TIMEOUT_MS = 2 * 60 * 60_000;
const MAX_BYTES = 128 * 1024 * 1024;
/** The operator names the primary: it may be anywhere. */
const policy = { allowLocal: true, allowList: [] };

type Question<T> = Omit<T, 'node_token'>;
/** A file of the primary; what is not known is null. */
export type FileState = Omit<OriginalFile, 'checksum' | 'expires_at'> & {
  checksum: string | null;
  expires_at: string | null;
};

/**
 * The primary as a secondary sees it. Every question throws UnavailableError where it is not
 * answered, and the link tells why.
 */
export class PrimaryClient {
  constructor(
    private readonly url: string,
    private readonly credentials: string,
    private readonly link: Link,
  ) {}

  /** Names the credentials with which it is asked. */
  get keyId(): string {
    return keyIdOf(this.credentials);
  }

  events(after: number): Promise<ListReplicationEventsResponse> {
    return this.ask('events', { after });
  }

  projects(afterId: number): Promise<ListReplicatedProjectsResponse> {
    return this.ask('projects', { after_id: afterId });
  }

  stateOf(projectId: number, kind: CopyKind): Promise<Omit<OriginalState, 'checksum'> & { checksum: string | null }> {
    return this.ask('repository_state', { project_id: projectId, kind });
  }

  async factsOf(projectId: number): Promise<string> {
    const { facts } = await this.ask<OriginalMetadata>('repository_facts', { project_id: projectId });
    return facts;
  }

  async files(kind: FileKind, afterId: number): Promise<number[]> {
    const { file_ids: ids } = await this.ask<ListReplicatedFilesResponse>('files', { kind, after_id: afterId });
    return ids;
  }

  /** Without a checksum for the content that is known. */
  fileState({ kind, id }: FileName, knownContent: string): Promise<FileState> {
    return this.ask('file_state', { kind, id, known_content: knownContent }, FILE_STATE_TIMEOUT_MS);
  }

  /**
   * Reads a content as it arrives. The answer is why that failed; empty where it did not. It says
   * nothing about the link.
   */
  async downloadFile(
    { kind, id }: FileName,
    content: string,
    read: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<string> {
    const request = { ...(await this.request('file', { kind, id, content })), timeoutMs: FILE_TIMEOUT_MS };
    try {
      return await egressStream(request, async (status, answer) => {
        if (status !== 200) return `The primary node refuses the file (${status})`;
        await read(answer);
        return '';
      });
    } catch (error) {
      return `The transfer broke off (${error instanceof Error ? error.message : String(error)})`;
    }
  }

  report(report: NodeReport): Promise<ReportStatusResponse> {
    return this.ask('status', { report });
  }

  authenticate(question: Question<AuthenticateForNodeRequest>): Promise<AuthenticateForNodeResponse> {
    return this.ask('authenticate', question, ANSWER_TIMEOUT_MS);
  }

  authorize(question: Question<AuthorizeForNodeRequest>): Promise<AuthorizeResponse> {
    return this.ask('authorize', question, ANSWER_TIMEOUT_MS);
  }

  async settings(): Promise<string> {
    const { settings } = await this.ask<GetSettingsForNodeResponse>('settings', {}, ANSWER_TIMEOUT_MS);
    return settings;
  }

  /** Where git finds a repository, by the id of its project, which no rename changes. */
  repositoryUrl(projectId: number, kind: CopyKind): string {
    return `${this.url}/${projectId}${kind === 'wiki' ? '.wiki' : ''}.git`;
  }

  /** Value of `Authorization` for git. */
  async authorization(): Promise<string> {
    const login = `geo:${await createNodeToken(this.credentials)}`;
    return `Basic ${Buffer.from(login).toString('base64')}`;
  }

  private async ask<T>(name: string, question: object, timeoutMs = TIMEOUT_MS): Promise<T> {
    const request = await this.request(name, question);
    let answer: EgressResponse;
    try {
      answer = await egressFetch({ ...request, timeoutMs, maxBytes: MAX_BYTES });
    } catch (error) {
      this.link.fails('The primary node cannot be reached');
      throw new UnavailableError('The primary node cannot be reached', { cause: error });
    }
    if (answer.status === 200) {
      this.link.works();
      return JSON.parse(answer.body.toString('utf8')) as T;
    }
    // One question that fails says nothing about the others.
    if (answer.status === 500) throw new ForgeError('internal', `The primary node failed to answer ${name}`);
    const refusal = `The primary node refuses this node (${answer.status} ${name})`;
    this.link.fails(answer.status < 500 ? refusal : 'The primary node does not work');
    throw new UnavailableError(this.link.problem());
  }

  private async request(name: string, question: object) {
    const body = Buffer.from(JSON.stringify({ ...question, node_token: await createNodeToken(this.credentials) }));
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    return { url: `${this.url}/api/v4/geo/${name}`, method: 'POST', headers, body, policy };
  }
}
