/** The options of a merge, and its buttons. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { GitMerge } from 'lucide-react';
import { useState } from 'react';
import type { MergeRequest } from '#api/types';
import { Checkbox, TextArea } from '#components/form';
import { branchKeys } from '#data/branches';
import { issueKeys } from '#data/issues';
import { mergeMergeRequest, mergeRequestKeys } from '#data/merge-requests';
import { useAction } from '#lib/use-action';
import { canWaitForPipeline, isPipelineRunning, type MergeObstacle } from './merge-obstacles';
import { withMergeRefusals } from './merge-refusals';
import styles from './merge-requests.module.css';

interface MergeFormProps {
  request: MergeRequest;
  obstacles: readonly MergeObstacle[];
  isChecking: boolean;
}

/** Shows the form. While a pipeline runs, the main button waits for it. */
export function MergeForm({ request, obstacles, isChecking }: MergeFormProps) {
  const key = mergeRequestKeys.one(request.project_id, request.iid);
  const { run, isBusy } = useAction(key, mergeRequestKeys.lists, issueKeys.every, branchKeys.all);
  const [isSquashed, setIsSquashed] = useState(request.squash);
  const [isRemoved, setIsRemoved] = useState(request.force_remove_source_branch);
  const [isEditing, setIsEditing] = useState(false);
  const [message, setMessage] = useState(`Merge branch '${request.source_branch}' into '${request.target_branch}'`);
  const isScheduled = request.merge_when_pipeline_succeeds === true;
  const offersToWait = isPipelineRunning(request) && !isScheduled;
  const cannotMerge = isBusy || obstacles.length > 0 || isChecking;
  const merge = (waits: boolean): void => {
    void run(() =>
      withMergeRefusals(request, () =>
        mergeMergeRequest(request.project_id, request.iid, {
          squash: isSquashed,
          should_remove_source_branch: isRemoved,
          ...(isEditing && { merge_commit_message: message }),
          ...(isEditing && isSquashed && { squash_commit_message: message }),
          ...(request.sha !== null && { sha: request.sha }),
          ...(waits && { merge_when_pipeline_succeeds: true }),
        }),
      ),
    );
  };
  return (
    <>
      <div className={`row row-wrap ${styles.mergeOptions}`}>
        <Checkbox
          label={t`Remove the source branch`}
          checked={isRemoved}
          onChange={(event) => setIsRemoved(event.target.checked)}
        />
        <Checkbox
          label={t`Squash the commits`}
          checked={isSquashed}
          onChange={(event) => setIsSquashed(event.target.checked)}
        />
        <Checkbox
          label={t`Edit the message`}
          checked={isEditing}
          onChange={(event) => setIsEditing(event.target.checked)}
        />
      </div>
      {isEditing && (
        <TextArea
          label={t`Message of the commit`}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
      <div className="row row-wrap">
        {offersToWait && (
          <button
            type="button"
            className="button button-primary"
            disabled={isBusy || isChecking || !canWaitForPipeline(request, obstacles)}
            onClick={() => merge(true)}
          >
            <GitMerge size={15} aria-hidden="true" />
            <Trans>Merge when the pipeline succeeds</Trans>
          </button>
        )}
        <button
          type="button"
          className={offersToWait || isScheduled ? 'button' : 'button button-primary'}
          disabled={cannotMerge}
          onClick={() => merge(false)}
        >
          {!offersToWait && <GitMerge size={15} aria-hidden="true" />}
          {offersToWait || isScheduled ? t`Merge immediately` : t`Merge`}
        </button>
      </div>
    </>
  );
}
