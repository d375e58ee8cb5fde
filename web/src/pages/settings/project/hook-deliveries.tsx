import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Entity } from '#api/types';
import { RelativeTime } from '#components/relative-time';
import { ManagedList } from '#components/settings/managed-list';
import { hookKeys, listProjectHookEvents, resendProjectHookEvent } from '#data/hooks';
import { useProject } from '#data/project-context';
import { triggerText } from './hook-fields';
import styles from '#components/settings/settings.module.css';

/** What a webhook has sent within the last seven days, with the responses. */
export function HookDeliveries({ hookId }: { hookId: number }) {
  const { id } = useProject();
  return (
    <ManagedList
      title={t`Deliveries`}
      description={t`They are kept for seven days.`}
      queryKey={hookKeys.deliveries(id, String(hookId))}
      load={(page) => listProjectHookEvents(id, hookId, { page })}
      keyOf={(delivery) => delivery.id}
      nameOf={(delivery) => t`delivery ${delivery.id}`}
      empty={t`Nothing was sent.`}
      actions={(delivery, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          aria-label={t`Resend delivery ${delivery.id}`}
          disabled={isBusy}
          onClick={() =>
            void run(() => resendProjectHookEvent(id, hookId, delivery.id), t`The delivery was sent again.`)
          }
        >
          <Trans>Resend</Trans>
        </button>
      )}
    >
      {(delivery) => <Delivery delivery={delivery} />}
    </ManagedList>
  );
}

function Delivery({ delivery }: { delivery: Entity<'projects.HookEvent'> }) {
  const isGood = delivery.response_status.startsWith('2');
  return (
    <details>
      <summary>
        <span className={`badge ${isGood ? 'badge-green' : 'badge-red'}`}>{delivery.response_status || t`failed`}</span>{' '}
        {triggerText(delivery.trigger)}{' '}
        <span className="muted small">
          <RelativeTime time={delivery.created_at} /> · {delivery.execution_duration.toFixed(2)} s
        </span>
      </summary>
      {delivery.internal_error_message && <p className="field-error">{delivery.internal_error_message}</p>}
      <Part title={t`Request`} value={delivery.request_data} />
      <Part title={t`Headers of the response`} value={delivery.response_headers} />
      <Part title={t`Response`} value={delivery.response_body} />
    </details>
  );
}

function Part({ title, value }: { title: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (text === '') return null;
  return (
    <>
      <h3>{title}</h3>
      <pre className={styles.settingsCode} role="region" aria-label={title} tabIndex={0}>
        {text}
      </pre>
    </>
  );
}
