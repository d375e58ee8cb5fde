import type { EntityStore, LongLists, QueryCache } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { NotesDeps } from '#discussion/notes';
import type { IssueQueries } from '#items/issues';
import type { MergeRequestQueries } from '#items/merge-requests';
import type { EpicDocument, IssueDocument, MergeRequestDocument } from '#items/model';
import type { SharedDeps } from '#items/shared';
import type { TodoDocument, TodoScope } from './todo.model';

/** Cached queries of todos. */
export interface TodoQueries extends IssueQueries, MergeRequestQueries {
  /** Items by id, as lists show them: the targets of todos. */
  issues: QueryCache<IssueDocument, number>;
  mergeRequests: QueryCache<MergeRequestDocument, number>;
  epics: QueryCache<EpicDocument, number>;
  /** Texts of notes by id. */
  noteBodies: QueryCache<string, number>;
  /** The projects and groups in which a user has todos. */
  todoScopes: QueryCache<readonly TodoScope[]>;
  /** Confidential issues of others that a user has todos about. */
  hiddenTargets: QueryCache<readonly number[]>;
}

/** Dependencies of todos. */
export interface TodosDeps extends SharedDeps, Pick<AccessDeps, 'readableGroups'>, Pick<NotesDeps, 'notes'> {
  todos: EntityStore<TodoDocument>;
  /** Pages of todos. */
  lists: { todos: LongLists<TodoDocument> };
  queries: TodoQueries;
}
