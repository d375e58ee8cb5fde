/** Context of importing the rows of a project. */
import type { UntrustedRecord } from '@forgemesh/data';
import type { ImportProjectRowsRequest } from '@forgemesh/proto/collaboration/v1/project_rows';
import type { ProjectRowsDeps } from './deps';

/** Relations whose entries have numbers within the project. */
export type NumberedRelation = 'issues' | 'merge_requests';

/** The project or group that an import fills. */
export interface ImportTarget {
  project_id: number | null;
  group_id: number | null;
}

/** The import of the rows of one relation. `owner` defaults to the project of the request. */
export class ProjectImport {
  readonly projectId: number;
  /** Key of the import; the same when it is repeated. */
  readonly key: string;

  constructor(
    readonly deps: ProjectRowsDeps,
    private readonly request: ImportProjectRowsRequest,
    readonly owner: ImportTarget = { project_id: request.project_id, group_id: null },
  ) {
    this.projectId = request.project_id;
    this.key = request.import_key;
  }

  /** Filter for the labels and milestones that rows may refer to. */
  get titleScope(): object {
    return { project_id: this.projectId };
  }

  /** Name of the sequence of the milestones' numbers. */
  get milestoneSequence(): string {
    return `milestones/${this.projectId}`;
  }

  /** Key of a row by its index in the relation. */
  keyAt(at: number): string {
    return `${this.key}/${this.request.relation}/${this.request.offset + at}`;
  }

  /** Ids of the imported snippets by their index in the archive. */
  get snippetIds(): readonly number[] {
    return this.request.snippet_ids;
  }

  /** The mapped user for a user of the archive, or the importing user if there is none. */
  userOf(id: number | null): number {
    return this.mappedUser(id) ?? this.request.importer_id;
  }

  /** The mapped user for a user of the archive; null if there is none. */
  mappedUser(id: number | null): number | null {
    return (id === null ? undefined : this.request.users[id]) ?? null;
  }

  /** Appends the author's name to a text if the author is not mapped. */
  withAuthorCredit(text: string, row: UntrustedRecord): string {
    const author = row.optionalNumber('author_id');
    const name = row.row('author')?.optionalText('name', 255);
    if (this.mappedUser(author) !== null || !name) return text;
    return `${text}\n\n*By ${name} on ${row.date('created_at').toISOString()} (imported from a project archive)*`;
  }

  /** Raises the number sequence of a relation above the imported numbers. */
  async raise(relation: NumberedRelation, rows: readonly { iid: number }[]): Promise<void> {
    await this.raiseSequence(`${relation}/${this.projectId}`, rows);
  }

  /** Raises a sequence above the imported numbers. */
  async raiseSequence(name: string, rows: readonly { iid: number }[]): Promise<void> {
    const highest = rows.reduce((max, { iid }) => Math.max(max, iid), 0);
    if (highest > 0) await this.deps.sequences.raise(name, highest);
  }
}
