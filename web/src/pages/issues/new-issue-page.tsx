import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MarkdownEditor } from '#components/editor/markdown-editor';
import { Checkbox, fieldError, FormError, TextField } from '#components/form';
import { AssigneesField, LabelsField, MilestoneField } from '#components/items/side-fields';
import { TemplateField } from '#components/items/template-field';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { useProjectLevel } from '#data/access';
import { createIssue, issueKeys } from '#data/issues';
import { useProjectPeople } from '#data/members';
import { useProjectMilestones } from '#data/milestones';
import { useProject } from '#data/project-context';
import { projectKeys } from '#data/projects';
import { useDraft } from '#data/use-draft';
import { Level } from '#lib/levels';
import { pathOf, projectPath } from '#lib/paths';
import { prefillOf } from '#lib/prefill';
import { useTitle } from '#lib/use-title';

/** A form for a new issue, which the address can fill. */
export function NewIssuePage() {
  const project = useProject();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const prefill = prefillOf(params, 'issue');
  const key = `new-issue-${project.id}${prefill.draftKey}`;
  const title = useDraft(`${key}-title`, prefill.title);
  const description = useDraft(key, prefill.description);
  const canPlan = useProjectLevel(project) >= Level.reporter;
  const [labels, setLabels] = useState(prefill.labels);
  const [assignees, setAssignees] = useState(prefill.assigneeIds);
  const [milestone, setMilestone] = useState(prefill.milestoneId);
  const [dueDate, setDueDate] = useState(prefill.dueDate);
  const [isConfidential, setIsConfidential] = useState(prefill.isConfidential);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const people = useProjectPeople(project.id, assignees.length > 0);
  const milestones = useProjectMilestones(project.id, milestone !== null);
  useTitle(t`New issue`, project.name_with_namespace);
  const create = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const issue = await createIssue(project.id, {
        title: title.text,
        description: description.text,
        confidential: isConfidential,
        ...(canPlan && { labels, assignee_ids: assignees, milestone_id: milestone }),
        ...(dueDate !== '' && { due_date: dueDate }),
      });
      title.discard();
      description.discard();
      // The list, and the number in the menu.
      void client.invalidateQueries({ queryKey: issueKeys.lists });
      void client.invalidateQueries({ queryKey: projectKeys.one(project.path_with_namespace) });
      await navigate(pathOf(issue.web_url));
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create();
  };
  const crumb = { text: t`Issues`, to: projectPath(project.path_with_namespace, 'issues') };
  return (
    <Main crumbs={[...projectCrumbs(project), crumb, { text: t`New issue` }]}>
      <div className="page-header">
        <h1>
          <Trans>New issue</Trans>
        </h1>
      </div>
      <form className="columns" onSubmit={submit}>
        <div className="stack">
          <FormError error={error} />
          <TextField
            label={t`Title`}
            required
            maxLength={255}
            value={title.text}
            onChange={(event) => title.setText(event.target.value)}
            error={fieldError(error, 'title')}
          />
          <TemplateField
            projectId={project.id}
            type="issues"
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
              rows={12}
              subject="issue"
              project={project}
              value={description.text}
              onChange={description.setText}
              onSubmit={() => title.text.trim() !== '' && !isBusy && void create()}
            />
          </div>
          <Checkbox
            label={t`Confidential: only members with the role Reporter or higher see it`}
            checked={isConfidential}
            onChange={(event) => setIsConfidential(event.target.checked)}
          />
          <div className="row">
            <button type="submit" className="button button-primary" disabled={isBusy || title.text.trim() === ''}>
              <Trans>Create issue</Trans>
            </button>
          </div>
        </div>
        <aside className="stack" aria-label={t`Details`}>
          {canPlan && (
            <>
              <AssigneesField
                project={project}
                canEdit
                isBusy={false}
                assignees={(people.data ?? []).filter(({ id }) => assignees.includes(id))}
                change={setAssignees}
              />
              <LabelsField project={project} canEdit isBusy={false} names={labels} list="issues" change={setLabels} />
              <MilestoneField
                project={project}
                canEdit
                isBusy={false}
                milestone={milestones.data?.find(({ id }) => id === milestone) ?? null}
                change={setMilestone}
              />
            </>
          )}
          <TextField
            label={t`Due date`}
            type="date"
            value={dueDate}
            onChange={(event) => setDueDate(event.target.value)}
          />
        </aside>
      </form>
    </Main>
  );
}
