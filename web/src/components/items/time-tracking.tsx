/** Estimate and time spent. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Entity } from '#api/types';
import { SideField } from './pick-list';
import styles from './items.module.css';

interface TimeTrackingProps {
  stats: Entity<'collaboration.TimeStats'> | null;
  canEdit: boolean;
  estimate: (duration: string) => Promise<boolean>;
  spend: (duration: string) => Promise<boolean>;
  resetEstimate: () => Promise<boolean>;
  resetSpent: () => Promise<boolean>;
}

/** Shows the times, and forms to change them. */
export function TimeTracking({ stats, canEdit, estimate, spend, resetEstimate, resetSpent }: TimeTrackingProps) {
  const [isOpen, setIsOpen] = useState(false);
  const planned = stats?.time_estimate ?? 0;
  const spent = stats?.total_time_spent ?? 0;
  return (
    <SideField
      label={t`Time tracking`}
      canEdit={canEdit}
      isOpen={isOpen}
      toggle={() => setIsOpen(!isOpen)}
      display={
        planned === 0 && spent === 0 ? (
          <span className="muted">
            <Trans>No estimate or time spent</Trans>
          </span>
        ) : (
          <>
            <span>
              <Trans>Spent {stats?.human_total_time_spent ?? '0h'}</Trans>
            </span>
            {planned > 0 && (
              <>
                <span className="muted">
                  <Trans>of {stats?.human_time_estimate}</Trans>
                </span>
                <progress
                  className={styles.progress}
                  aria-label={t`Time spent of the estimate`}
                  max={planned}
                  value={spent}
                />
              </>
            )}
          </>
        )
      }
    >
      <Duration label={t`Estimate`} submitText={t`Set`} save={estimate} />
      <Duration label={t`Time spent`} submitText={t`Add`} save={spend} />
      <div className="row row-wrap">
        {planned > 0 && (
          <button type="button" className="button button-small" onClick={() => void resetEstimate()}>
            <Trans>Remove the estimate</Trans>
          </button>
        )}
        {spent > 0 && (
          <button type="button" className="button button-small" onClick={() => void resetSpent()}>
            <Trans>Remove the time spent</Trans>
          </button>
        )}
      </div>
    </SideField>
  );
}

interface DurationProps {
  label: string;
  submitText: string;
  save: (duration: string) => Promise<boolean>;
}

function Duration({ label, submitText, save }: DurationProps) {
  const [text, setText] = useState('');
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        void save(text).then((isSaved) => isSaved && setText(''));
      }}
    >
      <input
        className="input"
        aria-label={label}
        placeholder={`${label}: 1h 30m`}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button button-small">
        {submitText}
      </button>
    </form>
  );
}
