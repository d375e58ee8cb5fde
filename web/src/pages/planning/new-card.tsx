import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import type { Board, Issue } from '#api/types';
import { ProjectPick } from '#components/items/project-pick';
import { listGroupProjects } from '#data/groups';
import { createIssue, issueKeys } from '#data/issues';
import { projectKeys } from '#data/projects';
import { focusOnMount } from '#lib/focus-on-mount';
import { Level } from '#lib/levels';
import { useAction } from '#lib/use-action';
import type { Column } from './board-columns';
import type { PlanningOwner } from './planning-owner';
import styles from './planning.module.css';

interface NewCardProps {
  owner: PlanningOwner;
  board: Board;
  column: Column;
  /** Places the new issue. */
  place: (issue: Issue) => void;
  close: () => void;
}

/**
 * Creates an issue in a column, on the board of a group in one of its projects. The form stays open
 * for the next one.
 */
export function NewCard({ owner, board, column, place, close }: NewCardProps) {
  const [projectId, setProjectId] = useState(owner.project?.id);
  const { run, isBusy } = useAction(issueKeys.lists);
  const [title, setTitle] = useState('');
  const create = async (): Promise<void> => {
    if (projectId === undefined) return;
    const labels = [...board.labels.map(({ name }) => name), ...(column.label === undefined ? [] : [column.label])];
    const issue = await createIssue(projectId, {
      title,
      ...(labels.length > 0 && { labels }),
      ...(board.milestone && { milestone_id: board.milestone.id }),
      ...(board.assignee && { assignee_ids: [board.assignee.id] }),
    });
    place(issue);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run(create)) setTitle('');
  };
  return (
    <form
      className={`stack-small ${styles.newCard}`}
      aria-label={t`New issue in ${column.title}`}
      onSubmit={(event) => void submit(event)}
    >
      <input
        className="input"
        ref={focusOnMount}
        aria-label={t`Title`}
        placeholder={t`Title`}
        required
        maxLength={255}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      {!owner.project && (
        <ProjectPick
          label={t`Project`}
          chosen={projectId}
          keyOf={(search) => projectKeys.ofGroupWithIssues(owner.numericId, search)}
          load={(query) =>
            listGroupProjects(owner.numericId, {
              ...query,
              include_subgroups: true,
              with_issues_enabled: true,
              archived: false,
              min_access_level: Level.guest,
            })
          }
          change={setProjectId}
        >
          <span className="muted">
            <Trans>Choose a project</Trans>
          </span>
        </ProjectPick>
      )}
      <div className="row">
        <button
          type="submit"
          className="button button-primary button-small"
          disabled={isBusy || projectId === undefined}
        >
          <Trans>Create issue</Trans>
        </button>
        <button type="button" className="button button-small" onClick={close}>
          <Trans>Close</Trans>
        </button>
      </div>
    </form>
  );
}
