/** Sample payloads, built from the newest object of each kind in a project. */
import { EventResource } from '@forgemesh/proto/collaboration/v1/event_entity';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import type { DiffEntry } from '@forgemesh/proto/repository/v1/diff';
import type { HookEvent } from '#hooks/hooks/hook.model';
import { findCachedProject } from '#projects/projects/find-cached-project';
import type { Projects } from '#deps';
import { queryCode } from '#projects/authorization/query-code';
import {
  zeroId,
  type IssueEntity,
  type MergeRequestEntity,
  type NoteEntity,
  type PipelineEntity,
  type PushedCommit,
  type RefChangeEntity,
  type StatusEntity,
} from './payloads/entities';
import { issuePayload } from './payloads/issue-payload';
import { mergeRequestPayload } from './payloads/merge-request-payload';
import { notePayload } from './payloads/note-payload';
import { jobPayload, pipelinePayload } from './payloads/pipeline-payload';
import { pushPayload, repositoryUpdatePayload } from './payloads/push-payload';
import { wikiPayload } from './payloads/wiki-payload';

type SampleBuilder = (deps: Projects, projectId: number, actor: number) => Promise<object | null>;

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
export const samples: Record<HookEvent, Sample> = {
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
  { clients }: Projects,
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

async function sampleMergeRequest(deps: Projects, projectId: number, actor: number): Promise<object | null> {
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

async function samplePipeline(deps: Projects, project_id: number): Promise<object | null> {
  const { entity } = await deps.clients.pipelineEntities.getNewestPipelineEntity({ project_id });
  return entity === undefined ? null : pipelinePayload(deps, JSON.parse(entity) as PipelineEntity);
}

async function sampleJob(deps: Projects, project_id: number): Promise<object | null> {
  const { entity } = await deps.clients.pipelineEntities.getNewestStatusEntity({ project_id });
  return entity === undefined ? null : jobPayload(deps, JSON.parse(entity) as StatusEntity);
}

async function sampleWikiPage(deps: Projects, projectId: number, actor: number): Promise<object | null> {
  const response = await queryCode(deps, projectId, (context) =>
    deps.clients.wikis.listWikiPages({ id: String(projectId) }, { context }),
  );
  const page = response?.pages[0];
  if (!page) return null;
  const change = { action: 'create', slug: page.slug, extension: 'md', message: 'Create page' } as const;
  return wikiPayload(deps, projectId, change, actor);
}

async function samplePush(deps: Projects, projectId: number, actor: number): Promise<object | null> {
  const change = await sampleChange(deps, projectId, actor);
  return change && pushPayload(deps, change);
}

async function sampleUpdate(deps: Projects, projectId: number, actor: number): Promise<object | null> {
  const change = await sampleChange(deps, projectId, actor);
  return change && repositoryUpdatePayload(deps, change);
}

async function sampleTagPush(deps: Projects, projectId: number, actor: number): Promise<object | null> {
  const request = { id: String(projectId), page: 1, per_page: 1 };
  const response = await queryCode(deps, projectId, (context) => deps.clients.tags.listTags(request, { context }));
  const tag = response?.tags[0];
  if (!tag) return null;
  const after = tag.commit?.id ?? zeroId;
  const ref = `refs/tags/${tag.name}`;
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
async function sampleChange(deps: Projects, projectId: number, actor: number): Promise<RefChangeEntity | null> {
  const branch = (await findCachedProject(deps, projectId))?.default_branch;
  if (!branch) return null;
  const request = { id: String(projectId), ref_name: branch, page: 1, per_page: SAMPLE_COMMITS };
  const response = await queryCode(deps, projectId, (context) =>
    deps.clients.commits.listCommits(request, { context }),
  );
  const commits = response?.commits ?? [];
  const [newest] = commits;
  if (!newest) return null;
  const pushed = await Promise.all([...commits].reverse().map((commit) => withPaths(deps, projectId, commit)));
  const refs = { ref: `refs/heads/${branch}`, before: pushed[0]?.parent_ids[0] ?? zeroId, after: newest.id };
  return { ...emptyChange(projectId, actor), ...refs, total_commits_count: pushed.length, commits: pushed };
}

async function withPaths(deps: Projects, projectId: number, commit: Commit): Promise<PushedCommit & Commit> {
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
