/** A new merge request: branches, comparison, and text. The branches are in the address. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Comparison, Project } from '#api/types';
import { Diff } from '#components/diff/diff';
import { MarkdownEditor } from '#components/editor/markdown-editor';
import { Checkbox, fieldError, FormError, SelectField, TextField } from '#components/form';
import { AssigneesField, LabelsField, MilestoneField } from '#components/items/side-fields';
import { TemplateField } from '#components/items/template-field';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RefMenu } from '#components/ref-menu';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { useProjectLevel } from '#data/access';
import { useProjectPeople } from '#data/members';
import { createMergeRequest, mergeRequestKeys } from '#data/merge-requests';
import { useProjectMilestones } from '#data/milestones';
import { useProject } from '#data/project-context';
import { useProjectQuery } from '#data/projects';
import { repositoryKeys, compareRevisions } from '#data/repository';
import { useDraft } from '#data/use-draft';
import { Level } from '#lib/levels';
import { pathOf, projectPath } from '#lib/paths';
import { prefillOf } from '#lib/prefill';
import { keepsScroll } from '#lib/use-scroll-positions';
import { useTitle } from '#lib/use-title';
import styles from './merge-requests.module.css';

const SOURCE = 'merge_request[source_branch]';
const TARGET = 'merge_request[target_branch]';
const TARGET_PROJECT = 'target';

/** Shows the form. */
export function NewRequestPage() {
  const project = useProject();
  const [params, setParams] = useSearchParams();
  const parent = project.forked_from_project;
  const isToParent = parent !== null && params.get(TARGET_PROJECT) !== 'this';
  const parentQuery = useProjectQuery(parent?.path_with_namespace ?? project.path_with_namespace);
  const target = isToParent ? (parentQuery.data ?? project) : project;
  const sourceBranch = params.get(SOURCE) ?? '';
  const targetBranch = params.get(TARGET) ?? target.default_branch ?? '';
  useTitle(t`New merge request`, project.name_with_namespace);
  const withParam = (name: string, value: string): URLSearchParams => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    return next;
  };
  const list = { text: t`Merge requests`, to: projectPath(project.path_with_namespace, 'merge_requests') };
  return (
    <Main crumbs={[...projectCrumbs(project), list, { text: t`New merge request` }]}>
      <div className="page-header">
        <h1>
          <Trans>New merge request</Trans>
        </h1>
      </div>
      <div className={`toolbar ${styles.requestBranches}`}>
        <div className="field">
          <span className="field-label">
            <Trans>Source branch</Trans>
          </span>
          <RefMenu
            label={t`Source branch`}
            kinds="branches"
            replaces
            projectId={project.id}
            current={sourceBranch}
            to={(name) => `?${withParam(SOURCE, name).toString()}`}
          />
        </div>
        {parent && (
          <SelectField
            label={t`Target project`}
            value={isToParent ? 'parent' : 'this'}
            onChange={(event) =>
              setParams(withParam(TARGET_PROJECT, event.target.value), { replace: true, state: keepsScroll })
            }
          >
            <option value="parent">{parent.path_with_namespace}</option>
            <option value="this">{project.path_with_namespace}</option>
          </SelectField>
        )}
        <div className="field">
          <span className="field-label">
            <Trans>Target branch</Trans>
          </span>
          <RefMenu
            label={t`Target branch`}
            kinds="branches"
            replaces
            projectId={target.id}
            current={targetBranch}
            to={(name) => `?${withParam(TARGET, name).toString()}`}
          />
        </div>
      </div>
      {sourceBranch === '' ? (
        <Empty title={t`Choose the branch to merge`}>
          <p>
            <Trans>Push a branch first, or edit a file with a commit to a new branch.</Trans>
          </p>
        </Empty>
      ) : sourceBranch === targetBranch && target.id === project.id ? (
        <Empty title={t`Choose two different branches`} />
      ) : (
        <RequestForm
          key={sourceBranch}
          project={project}
          target={target}
          sourceBranch={sourceBranch}
          targetBranch={targetBranch}
        />
      )}
    </Main>
  );
}

interface RequestFormProps {
  project: Project;
  target: Project;
  sourceBranch: string;
  targetBranch: string;
}

function RequestForm({ project, target, sourceBranch, targetBranch }: RequestFormProps) {
  const comparison = useQuery({
    queryKey: repositoryKeys.comparison(project.id, target.id, targetBranch, sourceBranch),
    queryFn: () =>
      compareRevisions(project.id, {
        from: targetBranch,
        to: sourceBranch,
        ...(target.id !== project.id && { from_project_id: String(target.id) }),
      }),
    enabled: targetBranch !== '',
  });
  return (
    <Loaded query={comparison} lines={10}>
      {(compared) => (
        <div className="stack">
          <RequestText
            key={compared.commits.length}
            project={project}
            target={target}
            sourceBranch={sourceBranch}
            targetBranch={targetBranch}
            compared={compared}
          />
          <section className="card" aria-labelledby="commits-title">
            <div className="card-header">
              <h2 id="commits-title">{plural(compared.commits.length, { one: '# commit', other: '# commits' })}</h2>
            </div>
            <ul className="list">
              {compared.commits.map((commit) => (
                <li key={commit.id}>
                  <Link className="grow truncate" to={projectPath(project.path_with_namespace, 'commit', commit.id)}>
                    {commit.title}
                  </Link>
                  <span className="muted small nowrap">{commit.author_name}</span>
                  <span className="muted small">
                    <RelativeTime time={commit.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
          <Diff files={compared.diffs} />
        </div>
      )}
    </Loaded>
  );
}

function RequestText({
  project,
  target,
  sourceBranch,
  targetBranch,
  compared,
}: RequestFormProps & { compared: Comparison }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const prefill = prefillOf(params, 'merge_request');
  const key = `new-request-${project.id}-${sourceBranch}${prefill.draftKey}`;
  const only = compared.commits.length === 1 ? compared.commits[0] : undefined;
  const issue = params.get('issue');
  const ofCommit = only?.message.split('\n').slice(2).join('\n');
  const title = useDraft(`${key}-title`, prefill.title ?? only?.title ?? titleOf(sourceBranch));
  const description = useDraft(key, prefill.description ?? (issue ? `Closes #${issue}` : ofCommit));
  const canPlan = useProjectLevel(target) >= Level.developer;
  const [labels, setLabels] = useState(prefill.labels);
  const [assignees, setAssignees] = useState(prefill.assigneeIds);
  const [reviewers, setReviewers] = useState<number[]>([]);
  const [milestone, setMilestone] = useState(prefill.milestoneId);
  const [isSquashed, setIsSquashed] = useState(false);
  const [isRemoved, setIsRemoved] = useState(true);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const people = useProjectPeople(target.id, assignees.length + reviewers.length > 0);
  const milestones = useProjectMilestones(target.id, milestone !== null);
  const create = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const request = await createMergeRequest(project.id, {
        title: title.text,
        description: description.text,
        source_branch: sourceBranch,
        target_branch: targetBranch,
        squash: isSquashed,
        remove_source_branch: isRemoved,
        ...(target.id !== project.id && { target_project_id: String(target.id) }),
        ...(canPlan && { labels, assignee_ids: assignees, reviewer_ids: reviewers, milestone_id: milestone }),
      });
      title.discard();
      description.discard();
      // The lists, and the number in the menu.
      void client.invalidateQueries({ queryKey: mergeRequestKeys.lists });
      await navigate(pathOf(request.web_url));
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create();
  };
  return (
    <form className="columns" onSubmit={submit} aria-label={t`Merge request`}>
      <div className="stack">
        <FormError error={error} />
        <TextField
          label={t`Title`}
          required
          maxLength={255}
          hint={t`Begin with “Draft:” while it is not ready to be merged.`}
          value={title.text}
          onChange={(event) => title.setText(event.target.value)}
          error={fieldError(error, 'title')}
        />
        <TemplateField
          projectId={target.id}
          type="merge_requests"
          named={prefill.template}
          description={description.text}
          change={description.setText}
        />
        <div className="field">
          <span className="field-label">
            <Trans>Description</Trans>
          </span>
          <MarkdownEditor
            label={t`Description`}
            rows={8}
            subject="merge_request"
            project={target}
            value={description.text}
            onChange={description.setText}
            onSubmit={() => title.text.trim() !== '' && !isBusy && void create()}
          />
        </div>
        <Checkbox
          label={t`Remove the source branch after the merge`}
          checked={isRemoved}
          onChange={(event) => setIsRemoved(event.target.checked)}
        />
        <Checkbox
          label={t`Squash the commits into one`}
          checked={isSquashed}
          onChange={(event) => setIsSquashed(event.target.checked)}
        />
        <div className="row">
          <button type="submit" className="button button-primary" disabled={isBusy || title.text.trim() === ''}>
            <Trans>Create merge request</Trans>
          </button>
        </div>
      </div>
      {canPlan && (
        <aside className="stack" aria-label={t`Details`}>
          <AssigneesField
            project={target}
            canEdit
            isBusy={false}
            assignees={(people.data ?? []).filter(({ id }) => assignees.includes(id))}
            change={setAssignees}
          />
          <AssigneesField
            label={t`Reviewers`}
            project={target}
            canEdit
            isBusy={false}
            assignees={(people.data ?? []).filter(({ id }) => reviewers.includes(id))}
            change={setReviewers}
          />
          <LabelsField
            project={target}
            canEdit
            isBusy={false}
            names={labels}
            list="merge_requests"
            change={setLabels}
          />
          <MilestoneField
            project={target}
            canEdit
            isBusy={false}
            milestone={milestones.data?.find(({ id }) => id === milestone) ?? null}
            change={setMilestone}
          />
        </aside>
      )}
    </form>
  );
}

/** Returns a title made of a branch's name. */
function titleOf(branch: string): string {
  const words = branch.replace(/[-_/]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
