/** Types of the API's entities, generated from its OpenAPI document. */
import type { components, paths } from '../../gen/openapi';

type Schemas = components['schemas'];

/** An entity by the name of its schema, such as `projects.Project`. */
export type Entity<Name extends keyof Schemas> = Schemas[Name];

type ShortProject = Schemas['projects.ShortProject'];
type ShortMergeRequest = Schemas['collaboration.ShortMergeRequest'];
type ShortNote = Schemas['collaboration.ShortNote'];

/**
 * The full form of an entity, where responses may also have the short form, which pages do not
 * request.
 */
export type FullForm<T> = T extends (infer Item)[]
  ? FullForm<Item>[]
  : true extends IsSame<T, ShortProject> | IsSame<T, ShortMergeRequest> | IsSame<T, ShortNote>
    ? never
    : T;

type IsSame<A, B> = A extends B ? (B extends A ? true : false) : false;

/** The operation of a path and method, such as `'get'`. */
type OperationOf<Method extends string, Path extends keyof paths> =
  paths[Path] extends Record<Method, infer Operation> ? Operation : never;

/** Query parameters of an operation. */
export type QueryOf<Method extends string, Path extends keyof paths> =
  OperationOf<Method, Path> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** Parameters in the path of an operation. */
export type PathOf<Method extends string, Path extends keyof paths> =
  OperationOf<Method, Path> extends { parameters: { path: infer Params } } ? Params : never;

/** Body of an operation, as JSON. */
export type BodyOf<Method extends string, Path extends keyof paths> =
  OperationOf<Method, Path> extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : never;

export type Project = Entity<'projects.Project'>;
export type Group = Entity<'projects.Group'>;
export type User = Entity<'identity.User'>;
export type UserBrief = Pick<Entity<'collaboration.UserBrief'>, 'id' | 'name' | 'username' | 'avatar_url' | 'web_url'>;
export type Issue = Entity<'collaboration.Issue'>;
export type MergeRequest = Entity<'collaboration.MergeRequest'>;
export type MergeRequestConflicts = Entity<'collaboration.MergeRequestConflicts'>;
export type ConflictFile = Entity<'collaboration.MergeRequestConflictFile'>;
export type ConflictSection = Entity<'collaboration.MergeRequestConflictSection'>;
export type Todo = Entity<'collaboration.Todo'>;
export type ContributionEvent = Entity<'collaboration.ContributionEvent'>;
export type Commit = Entity<'repository.Commit'>;
export type Pipeline = Entity<'repository.PipelineSummary'>;
export type CommitStatus = Entity<'repository.CommitStatus'>;
export type DiffEntry = Entity<'repository.DiffEntry'>;
export type TreeEntry = Entity<'repository.TreeEntry'>;
export type Branch = Entity<'repository.Branch'>;
export type Tag = Entity<'repository.Tag'>;
export type Release = Entity<'repository.Release'>;
export type Comparison = Entity<'repository.Comparison'>;
export type BlameRange = Entity<'repository.BlameRange'>;
export type Snippet = Entity<'projects.Snippet'>;
export type WikiPage = Entity<'repository.WikiPage'>;
export type Discussion = Entity<'collaboration.Discussion'>;
export type LabelEvent = Entity<'collaboration.ResourceLabelEvent'>;
export type Note = Entity<'collaboration.Note'>;
export type Label = Entity<'collaboration.Label'>;
export type Milestone = Entity<'collaboration.Milestone'>;
export type Epic = Entity<'collaboration.Epic'>;
export type Board = Entity<'collaboration.Board'>;
export type BoardList = Entity<'collaboration.BoardList'>;
export type AwardEmoji = Entity<'collaboration.AwardEmoji'>;
export type Member = Entity<'projects.Member'>;
