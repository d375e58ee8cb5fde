/** Sample payloads, built from the newest object of each kind in a project. */
import { branchRef, TAGS, zeroId } from '@forgemesh/git-engine/refs';
import { EventResource } from '@forgemesh/proto/collaboration/v1/event_entity';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import type { DiffEntry } from '@forgemesh/proto/repository/v1/diff';
import { ForgeError } from '@forgemesh/errors';
import { queryCode } from '#access';
import type { HookEvent } from '#webhooks/hooks';
import {
  type IssueEntity,
  type MergeRequestEntity,
  type NoteEntity,
  type PipelineEntity,
  type PushedCommit,
  type RefChangeEntity,
  type StatusEntity,
} from './entities';
import { issuePayload } from './issue-payload';
import { mergeRequestPayload } from './merge-request-payload';
import { notePayload } from './note-payload';
import { jobPayload, pipelinePayload } from './pipeline-payload';
import { pushPayload, repositoryUpdatePayload } from './push-payload';
import { wikiPayload } from './wiki-payload';
import type { PayloadsDeps } from './deps';

type SampleBuilder = (deps: PayloadsDeps, projectId: number, actor: number) => Promise<object | null>;

/** A payload as it would be sent for an event. */
export interface SamplePayload {
  /** Event as receivers see it: `Push Hook`. */
  event_name: string;
  payload: object;
}

/** What a sample is about. */
export interface SampleSource {
  projectId: number;
  /** User who causes the event. */
  userId: number;
}

/**
 * Builds the payload of an event of a project that a user causes. Throws `unprocessable` if the
 * project has no object that the event could be about.
 */
export async function buildSample(
  deps: PayloadsDeps,
  trigger: HookEvent,
  { projectId, userId }: SampleSource,
): Promise<SamplePayload> {
  const { build, missing, event_name } = samples[trigger];
  const payload = await build(deps, projectId, userId);
  if (!payload) throw new ForgeError('unprocessable', missing);
  return { event_name, payload };
}

/** A kind of sample. */
interface Sample {
  event_name: string;
  build: SampleBuilder;
  /** Error message if the project has no such object. */
  missing: string;
}

const SAMPLE_COMMITS = 3;
const sampleAction = { changes: {}, action: 'open' };
const commitsMissing = 'Ensure the project has at least one commit.';

/** The sample of each trigger. */
const samples: Record<HookEvent, Sample> = {
  push_events: { event_name: 'Push Hook', build: samplePush, missing: commitsMissing },
  tag_push_events: { event_name: 'Tag Push Hook', build: sampleTagPush, missing: 'Ensure the project has tags.' },
  issues_events: { event_name: 'Issue Hook', build: sampleIssue(false), missing: 'Ensure the project has issues.' },
  confidential_issues_events: {
    event_name: 'Confidential Issue Hook',
    build: sampleIssue(true),
    missing: 'Ensure the project has confidential issues.',
  },
  merge_requests_events: {
    event_name: 'Merge Request Hook',
    build: sampleMergeRequest,
    missing: 'Ensure the project has merge requests.',
  },
  note_events: { event_name: 'Note Hook', build: sampleNote(false), missing: 'Ensure the project has notes.' },
  confidential_note_events: {
    event_name: 'Confidential Note Hook',
    build: sampleNote(true),
    missing: 'Ensure the project has notes on confidential issues.',
  },
  job_events: { event_name: 'Job Hook', build: sampleJob, missing: 'Ensure the project has CI jobs.' },
  pipeline_events: {
    event_name: 'Pipeline Hook',
    build: samplePipeline,
    missing: 'Ensure the project has CI pipelines.',
  },
  wiki_page_events: {
    event_name: 'Wiki Page Hook',
    build: sampleWikiPage,
    missing: 'Ensure the wiki is enabled and has pages.',
  },
  repository_update_events: { event_name: 'Repository Update Hook', build: sampleUpdate, missing: commitsMissing },
};

async function newestEntity<T>(
  { clients }: PayloadsDeps,
  resource: EventResource,
  project_id: number,
  confidential = false,
): Promise<T | null> {
  const { entities } = await clients.eventEntities.listEventEntities({ resource, project_id, confidential });
  return entities[0] === undefined ? null : (JSON.parse(entities[0]) as T);
}

function sampleIssue(confidential: boolean): SampleBuilder {
  return async (deps, projectId, actor) => {
    const resource = EventResource.EVENT_RESOURCE_ISSUE;
    const issue = await newestEntity<IssueEntity>(deps, resource, projectId, confidential);
    return issue && issuePayload(deps, issue, { ...sampleAction, actor });
  };
}

async function sampleMergeRequest(deps: PayloadsDeps, projectId: number, actor: number): Promise<object | null> {
  const resource = EventResource.EVENT_RESOURCE_MERGE_REQUEST;
  const request = await newestEntity<MergeRequestEntity>(deps, resource, projectId);
  return request && mergeRequestPayload(deps, request, { ...sampleAction, actor });
}

function sampleNote(isConfidential: boolean): SampleBuilder {
  return async (deps, projectId) => {
    const resource = EventResource.EVENT_RESOURCE_NOTE;
    const note = await newestEntity<NoteEntity>(deps, resource, projectId, isConfidential);
    return note && notePayload(deps, note, { isConfidential });
  };
}

async function samplePipeline(deps: PayloadsDeps, project_id: number): Promise<object | null> {
  const { entity } = await deps.clients.pipelineEntities.getNewestPipelineEntity({ project_id });
  return entity === undefined ? null : pipelinePayload(deps, JSON.parse(entity) as PipelineEntity);
}

async function sampleJob(deps: PayloadsDeps, project_id: number): Promise<object | null> {
  const { entity } = await deps.clients.pipelineEntities.getNewestStatusEntity({ project_id });
  return entity === undefined ? null : jobPayload(deps, JSON.parse(entity) as StatusEntity);
}

async function sampleWikiPage(deps: PayloadsDeps, projectId: number, actor: number): Promise<object | null> {
  const response = await queryCode(deps, projectId, (context) =>
    deps.clients.wikis.listWikiPages({ id: String(projectId) }, { context }),
  );
  const page = response?.pages[0];
  if (!page) return null;
  const change = { action: 'create', slug: page.slug, extension: 'md', message: 'Create page' } as const;
  return wikiPayload(deps, projectId, change, actor);
}

async function samplePush(deps: PayloadsDeps, projectId: number, actor: number): Promise<object | null> {
  const change = await sampleChange(deps, projectId, actor);
  return change && pushPayload(deps, change);
}

async function sampleUpdate(deps: PayloadsDeps, projectId: number, actor: number): Promise<object | null> {
  const change = await sampleChange(deps, projectId, actor);
  return change && repositoryUpdatePayload(deps, change);
}

async function sampleTagPush(deps: PayloadsDeps, projectId: number, actor: number): Promise<object | null> {
  const request = { id: String(projectId), page: 1, per_page: 1 };
  const response = await queryCode(deps, projectId, (context) => deps.clients.tags.listTags(request, { context }));
  const tag = response?.tags[0];
  if (!tag) return null;
  const after = tag.commit?.id ?? zeroId;
  const ref = TAGS + tag.name;
  return pushPayload(deps, { ...emptyChange(projectId, actor), ref, after });
}

function emptyChange(project_id: number, user_id: number): Omit<RefChangeEntity, 'ref' | 'after'> {
  return {
    id: 0,
    project_id,
    before: zeroId,
    user_id,
    push_options: [],
    total_commits_count: 0,
    commits: [],
  };
}

/** A push of the newest commits of the default branch. */
async function sampleChange(deps: PayloadsDeps, projectId: number, actor: number): Promise<RefChangeEntity | null> {
  const branch = (await deps.display.projects.get(projectId))?.default_branch;
  if (!branch) return null;
  const request = { id: String(projectId), ref_name: branch, page: 1, per_page: SAMPLE_COMMITS };
  const response = await queryCode(deps, projectId, (context) =>
    deps.clients.commits.listCommits(request, { context }),
  );
  const commits = response?.commits ?? [];
  const [newest] = commits;
  if (!newest) return null;
  const pushed = await Promise.all([...commits].reverse().map((commit) => withPaths(deps, projectId, commit)));
  const refs = { ref: branchRef(branch), before: pushed[0]?.parent_ids[0] ?? zeroId, after: newest.id };
  return { ...emptyChange(projectId, actor), ...refs, total_commits_count: pushed.length, commits: pushed };
}

async function withPaths(deps: PayloadsDeps, projectId: number, commit: Commit): Promise<PushedCommit & Commit> {
  const request = { id: String(projectId), sha: commit.id };
  const response = await queryCode(deps, projectId, (context) =>
    deps.clients.commits.listCommitDiff(request, { context }),
  );
  const paths = (matches: (diff: DiffEntry) => boolean): string[] =>
    (response?.diffs ?? []).filter(matches).map(({ new_path }) => new_path);
  return {
    ...commit,
    added: paths((diff) => diff.new_file),
    modified: paths((diff) => !diff.new_file && !diff.deleted_file),
    removed: paths((diff) => diff.deleted_file),
  };
}
