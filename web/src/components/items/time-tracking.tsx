/** Estimate and time spent. */
import { useState } from 'react';
import type { Entity } from '#api/types';
import { SideField } from './pick-list';

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
      label="Time tracking"
      canEdit={canEdit}
      isOpen={isOpen}
      toggle={() => setIsOpen(!isOpen)}
      display={
        planned === 0 && spent === 0 ? (
          <span className="muted">No estimate or time spent</span>
        ) : (
          <>
            <span>Spent {stats?.human_total_time_spent ?? '0h'}</span>
            {planned > 0 && (
              <>
                <span className="muted">of {stats?.human_time_estimate}</span>
                <progress className="progress" aria-label="Time spent of the estimate" max={planned} value={spent} />
              </>
            )}
          </>
        )
      }
    >
      <Duration label="Estimate" submitText="Set" save={estimate} />
      <Duration label="Time spent" submitText="Add" save={spend} />
      <div className="row row-wrap">
        {planned > 0 && (
          <button type="button" className="button button-small" onClick={() => void resetEstimate()}>
            Remove the estimate
          </button>
        )}
        {spent > 0 && (
          <button type="button" className="button button-small" onClick={() => void resetSpent()}>
            Remove the time spent
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
