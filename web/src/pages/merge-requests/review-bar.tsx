/** The visitor's review of a merge request: pending comments, and the form that finishes it. */
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MergeRequest } from '#api/types';
import { CommentForm } from '#components/discussion/comment-form';
import { DraftItem } from '#components/discussion/draft-item';
import { useSuggestionBatch } from '#components/discussion/suggestion-batch';
import { approveMergeRequest, getMergeRequestApprovals } from '#data/approvals';
import { useCurrentUser } from '#data/current-user';
import type { DiscussionSource } from '#data/discussions';
import { deleteDraftNote, publishDraftNotes, useDraftNotes } from '#data/draft-notes';
import { mergeRequestKeys } from '#data/merge-requests';
import { applySuggestions } from '#data/suggestions';
import { Level } from '#lib/levels';
import { useAction } from '#lib/use-action';
import styles from './merge-requests.module.css';

interface ReviewBarProps {
  request: MergeRequest;
  source: DiscussionSource;
  /** Access level of the visitor. */
  level: number;
  /** Whether the form is open; the bar is shown while it is, too. */
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
}

/** Shows the bar while there are pending comments or collected suggestions. */
export function ReviewBar({ request, source, level, isOpen, setIsOpen }: ReviewBarProps) {
  const { data: drafts = [] } = useDraftNotes(source.drafts);
  const batch = useSuggestionBatch(JSON.stringify(source.itemKey));
  const { run, isBusy } = useAction(source.itemKey);
  const { drafts: owner } = source;
  if (!owner || (drafts.length === 0 && batch.ids.length === 0 && !isOpen)) return null;
  const discard = (): void => {
    if (!window.confirm(t`Delete all pending comments?`)) return;
    void run(() => Promise.all(drafts.map(({ id }) => deleteDraftNote(owner, id)))).then(() => setIsOpen(false));
  };
  const applyBatch = async (): Promise<void> => {
    if (await run(() => applySuggestions([...batch.ids]), t`The suggestions were applied.`)) batch.clear();
  };
  return (
    <section className={styles.reviewBar} aria-label={t`Your review`}>
      {isOpen && <FinishForm request={request} source={source} level={level} close={() => setIsOpen(false)} />}
      <div className="row row-wrap">
        {batch.ids.length > 0 && (
          <>
            <span>
              <Trans>
                <Plural value={batch.ids.length} one="# suggestion" other="# suggestions" /> in the batch
              </Trans>
            </span>
            <button type="button" className="button button-primary" disabled={isBusy} onClick={() => void applyBatch()}>
              <Trans>Apply batch</Trans>
            </button>
            <button type="button" className="button" disabled={isBusy} onClick={batch.clear}>
              <Trans>Clear batch</Trans>
            </button>
          </>
        )}
        <span className="grow" />
        <span>{plural(drafts.length, { one: '# pending comment', other: '# pending comments' })}</span>
        {drafts.length > 0 && (
          <button type="button" className="button" disabled={isBusy} onClick={discard}>
            <Trans>Discard review</Trans>
          </button>
        )}
        <button
          type="button"
          className={`button${isOpen ? '' : ' button-primary'}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t`Close` : t`Finish your review`}
        </button>
      </div>
    </section>
  );
}

type Verdict = 'comment' | 'approve' | 'request_changes';

interface FinishFormProps extends Pick<ReviewBarProps, 'request' | 'source' | 'level'> {
  close: () => void;
}

/** A summary, and the verdict. */
function FinishForm({ request, source, level, close }: FinishFormProps) {
  const user = useCurrentUser();
  const [verdict, setVerdict] = useState<Verdict>('comment');
  const { data: drafts = [] } = useDraftNotes(source.drafts);
  const { run } = useAction(source.itemKey, mergeRequestKeys.lists);
  const isReviewer = request.reviewers.some(({ id }) => id === user?.id);
  const canReview = user?.id !== request.author?.id && (isReviewer || level >= Level.developer);
  const approvals = useQuery({
    queryKey: mergeRequestKeys.approvals(request.project_id, request.iid, request.sha),
    queryFn: () => getMergeRequestApprovals(request.project_id, request.iid),
  });
  const canApprove =
    request.state === 'opened' &&
    approvals.data?.user_can_approve === true &&
    approvals.data.user_has_approved !== true;
  const { drafts: owner } = source;
  if (!owner) return null;
  const choices = [
    { value: 'comment', text: t`Comment`, hint: t`General feedback without a verdict.`, isEnabled: true },
    { value: 'approve', text: t`Approve`, hint: t`The changes may be merged.`, isEnabled: canApprove },
    {
      value: 'request_changes',
      text: t`Request changes`,
      hint: t`The author should change something first.`,
      isEnabled: canReview,
    },
  ] as const;
  const finish = async (note: string): Promise<boolean> => {
    const state = verdict === 'request_changes' ? 'requested_changes' : 'reviewed';
    const isFinished = await run(
      async () => {
        await publishDraftNotes(owner, {
          ...(note.trim() !== '' && { note }),
          ...(canReview && { reviewer_state: state }),
        });
        if (verdict === 'approve')
          await approveMergeRequest(request.project_id, request.iid, request.sha === null ? {} : { sha: request.sha });
      },
      t`Your review is finished.`,
    );
    if (isFinished) close();
    return isFinished;
  };
  const general = drafts.filter(({ discussion_id: thread, position }) => thread === null && !position?.head_sha);
  return (
    <div className={`stack-small ${styles.reviewForm}`}>
      {general.map((draft) => (
        <DraftItem key={draft.id} draft={draft} source={source} />
      ))}
      <fieldset className="row row-wrap">
        <legend className="visually-hidden">
          <Trans>Verdict</Trans>
        </legend>
        {choices.map(({ value, text, hint, isEnabled }) => (
          <label key={value} className="checkbox" title={hint}>
            <input
              type="radio"
              name="verdict"
              checked={verdict === value}
              disabled={!isEnabled}
              onChange={() => setVerdict(value)}
            />
            <span>
              {text} <span className="muted small wide-only">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <CommentForm
        label={t`Summary of your review`}
        draftKey={`review-${request.id}`}
        submitText={t`Submit review`}
        subject={source.subject}
        project={source.project}
        rows={3}
        isFocused
        canBeEmpty={drafts.length > 0 || verdict !== 'comment'}
        save={finish}
      />
    </div>
  );
}
