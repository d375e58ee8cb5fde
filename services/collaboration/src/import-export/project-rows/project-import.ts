/** What the rows of an import have in common. */
import type { UntrustedRecord } from '@forgemesh/data';
import type { ImportProjectRowsRequest } from '@forgemesh/proto/collaboration/v1/project_rows';
import type { Collaboration } from '../../deps';

/** Lists whose entries have numbers within the project. */
export type NumberedRelation = 'milestones' | 'issues' | 'merge_requests';

/** The project or group that an import fills. */
export interface ImportPlace {
  project_id: number | null;
  group_id: number | null;
}

/**
 * Rows of one relation of an import, and how they find their place here. `place` is by default the
 * project of the request.
 */
export class ProjectImport {
  readonly projectId: number;
  /** The same whenever the import is repeated. */
  readonly key: string;

  constructor(
    readonly deps: Collaboration,
    private readonly request: ImportProjectRowsRequest,
    readonly place: ImportPlace = { project_id: request.project_id, group_id: null },
  ) {
    this.projectId = request.project_id;
    this.key = request.import_key;
  }

  /** Key of a row by its place among those of the request. */
  keyAt(at: number): string {
    return `${this.key}/${this.request.relation}/${this.request.offset + at}`;
  }

  /** Snippets here by their place in the archive. */
  get snippetIds(): readonly number[] {
    return this.request.snippet_ids;
  }

  /** A user here for one of there; whoever is not known is the one who imports. */
  userOf(id: number | null): number {
    return this.knownUser(id) ?? this.request.importer_id;
  }

  /** A user here for one of there; null where he is not known. */
  knownUser(id: number | null): number | null {
    return (id === null ? undefined : this.request.users[id]) ?? null;
  }

  /** A text with a word on who wrote it, where he is not known here. */
  credited(text: string, row: UntrustedRecord): string {
    const author = row.optionalNumber('author_id');
    const name = row.row('author')?.optionalText('name', 255);
    if (this.knownUser(author) !== null || !name) return text;
    return `${text}\n\n*By ${name} on ${row.date('created_at').toISOString()} (imported from a project archive)*`;
  }

  /** Raises the numbers of a relation above those that are taken. */
  async raise(relation: NumberedRelation, rows: readonly { iid: number }[]): Promise<void> {
    await this.raiseSequence(`${relation}/${this.projectId}`, rows);
  }

  /** Raises a sequence above the numbers that are taken. */
  async raiseSequence(name: string, rows: readonly { iid: number }[]): Promise<void> {
    const highest = rows.reduce((most, { iid }) => Math.max(most, iid), 0);
    if (highest > 0) await this.deps.sequences.raise(name, highest);
  }
}
