/** The reviewers of a merge request with the states of their reviews. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle, CircleSlash, MessageSquare, RotateCw, Undo2 } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import type { MergeRequest, Project } from '#api/types';
import { PickList } from '#components/items/pick-list';
import { UserLink } from '#components/user-link';
import { useProjectPeople } from '#data/members';
import { mergeRequestKeys } from '#data/merge-requests';
import { listReviewers, requestReview, reviewerKeys, type Reviewer } from '#data/reviewers';
import { useAction } from '#lib/use-action';
import styles from './merge-requests.module.css';

interface ReviewersFieldProps {
  request: MergeRequest;
  project: Project;
  canEdit: boolean;
  isBusy: boolean;
  change: (ids: number[]) => void;
}

const states: Readonly<
  Record<
    string,
    { text: string; Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>; tone?: string | undefined }
  >
> = {
  unreviewed: { text: t`Review requested`, Icon: Circle },
  reviewed: { text: t`Reviewed`, Icon: MessageSquare },
  requested_changes: { text: t`Requested changes`, Icon: CircleSlash, tone: styles.toneStopped },
  approved: { text: t`Approved`, Icon: Check, tone: styles.toneDone },
  unapproved: { text: t`Approval is no longer valid`, Icon: Undo2 },
};

/** Shows the reviewers. */
export function ReviewersField({ request, project, change, ...rest }: ReviewersFieldProps) {
  const [isWanted, setIsWanted] = useState(false);
  const people = useProjectPeople(project.id, isWanted);
  const ids = request.reviewers.map(({ id }) => id);
  const { data: reviewers } = useQuery({
    queryKey: reviewerKeys.of(project.id, request.iid, ids),
    queryFn: () => listReviewers(project.id, request.iid),
    enabled: ids.length > 0,
  });
  return (
    <PickList
      label={t`Reviewers`}
      choices={people.data
        ?.filter(({ id }) => id !== request.author?.id)
        .map(({ id, name, username }) => ({ value: id, text: name, hint: `@${username}` }))}
      chosen={ids}
      onOpen={() => setIsWanted(true)}
      change={(chosen) => change(chosen.map(Number))}
      {...rest}
    >
      {ids.length === 0 ? (
        <span className="muted">
          <Trans context="people">None</Trans>
        </span>
      ) : (
        <ul className={styles.reviewers} aria-label={t`Reviewers and their reviews`}>
          {request.reviewers.map((user) => (
            <li key={user.id} className="row">
              <span className="grow truncate">
                <UserLink user={user} />
              </span>
              <ReviewState
                request={request}
                reviewer={reviewers?.find((entry) => entry.user?.id === user.id)}
                canEdit={rest.canEdit}
              />
            </li>
          ))}
        </ul>
      )}
    </PickList>
  );
}

interface ReviewStateProps {
  request: MergeRequest;
  reviewer: Reviewer | undefined;
  canEdit: boolean;
}

function ReviewState({ request, reviewer, canEdit }: ReviewStateProps) {
  const { run, isBusy } = useAction(mergeRequestKeys.one(request.project_id, request.iid));
  const state = reviewer && states[reviewer.state];
  if (!reviewer?.user || !state) return null;
  const { id, name } = reviewer.user;
  const again = (): void => {
    void run(() => requestReview(request.project_id, request.iid, id), t`${name} is asked for another review.`);
  };
  return (
    <>
      <span className={`row ${state.tone ?? 'muted'}`} title={state.text}>
        <state.Icon size={15} aria-hidden="true" />
        <span className="visually-hidden">{state.text}</span>
      </span>
      {canEdit && reviewer.state !== 'unreviewed' && (
        <button
          type="button"
          className="button button-plain button-icon button-small"
          aria-label={t`Request review again: ${name}`}
          title={t`Request review again`}
          disabled={isBusy}
          onClick={again}
        >
          <RotateCw size={14} aria-hidden="true" />
        </button>
      )}
    </>
  );
}
