/** What changes of the chosen items, and the progress of the change. */
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { boardKeys } from '#data/boards';
import { issueKeys } from '#data/issues';
import { mergeRequestKeys } from '#data/merge-requests';
import { showDone } from '#lib/messages';
import { runForEach, type Failure } from '#lib/run-for-each';
import type { ListKind } from '../filters/filter-kinds';
import { stateNames } from '../../item-states';
import type { OwnerScope } from '../item-scope';
import { applyChange, hasEffect, noChange, type BulkChange, type BulkItem } from './bulk-change';
import { AssigneesPick, LabelsPick, MilestonePick, TargetPick } from './bulk-picks';
import styles from './bulk.module.css';

interface BulkFormProps<Item extends BulkItem> {
  items: readonly Item[];
  list: ListKind;
  owner: OwnerScope;
  /** Called with what failed. */
  onFinish: (failures: Failure<Item>[]) => void;
  cancel: () => void;
}

/** Shows the form. */
export function BulkForm<Item extends BulkItem>({ items, list, owner, onFinish, cancel }: BulkFormProps<Item>) {
  const client = useQueryClient();
  const [change, setChange] = useState<BulkChange>(noChange);
  const [finished, setFinished] = useState<number>();
  const set = (fields: Partial<BulkChange>): void => setChange({ ...change, ...fields });
  const isBusy = finished !== undefined;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFinished(0);
    const failed = await runForEach(items, (item) => applyChange(list, item, change), setFinished);
    const keys = [issueKeys.lists, issueKeys.every, mergeRequestKeys.lists, boardKeys.issues];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    setFinished(undefined);
    const done = items.length - failed.length;
    if (done > 0) showDone(plural(done, { one: '# item changed.', other: '# items changed.' }));
    onFinish(failed);
  };
  const states = stateNames[list === 'issues' ? 'issue' : 'merge_request'];
  return (
    <form
      className={styles.bulkForm}
      aria-label={t`Change the selected items`}
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.bulkFields}>
        <LabelsPick
          owner={owner}
          label={t`Add labels`}
          chosen={change.addedLabels}
          change={(addedLabels) => set({ addedLabels })}
        />
        <LabelsPick
          owner={owner}
          label={t`Remove labels`}
          chosen={change.removedLabels}
          change={(removedLabels) => set({ removedLabels })}
        />
        <AssigneesPick owner={owner} chosen={change.assignees} change={(assignees) => set({ assignees })} />
        <MilestonePick owner={owner} chosen={change.milestone} change={(milestone) => set({ milestone })} />
        {list === 'issues' && <TargetPick chosen={change.target} change={(target) => set({ target })} />}
        <Choice
          label={t`State`}
          options={{ close: states.closed, reopen: states.opened }}
          chosen={change.state}
          change={(state) => set({ state })}
        />
        <Choice
          label={t`Discussion`}
          options={{ true: t`Locked`, false: t`Unlocked` }}
          chosen={change.isLocked === undefined ? undefined : (`${change.isLocked}` as const)}
          change={(isLocked) => set({ isLocked: isLocked === undefined ? undefined : isLocked === 'true' })}
        />
        <Choice
          label={t`Notifications`}
          options={{ true: t`Subscribed`, false: t`Unsubscribed` }}
          chosen={change.isSubscribed === undefined ? undefined : (`${change.isSubscribed}` as const)}
          change={(isSubscribed) =>
            set({ isSubscribed: isSubscribed === undefined ? undefined : isSubscribed === 'true' })
          }
        />
      </div>
      <div className="row row-wrap">
        <button type="submit" className="button button-primary" disabled={isBusy || !hasEffect(change)}>
          <Trans>
            Apply to <Plural value={items.length} one="# item" other="# items" />
          </Trans>
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={cancel}>
          <Trans>Cancel</Trans>
        </button>
        {isBusy && <Progress finished={finished} count={items.length} />}
      </div>
    </form>
  );
}

function Progress({ finished, count }: { finished: number; count: number }) {
  return (
    <span className="row" role="status">
      <progress max={count} value={finished} aria-label={t`Progress`} />
      <Trans>
        {finished} of {count}
      </Trans>
    </span>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: Readonly<Record<Value, string>>;
  chosen: Value | undefined;
  change: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, options, chosen, change }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={chosen ?? ''}
        onChange={({ target }) => change(target.value === '' ? undefined : (target.value as Value))}
      >
        <option value="">
          <Trans>No change</Trans>
        </option>
        {Object.entries<string>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
