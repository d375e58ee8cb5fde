import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '#api/page';
import type { Entity } from '#api/types';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';

type AuditEvent = Entity<'projects.AuditEvent'>;

interface AuditEventsProps {
  queryKey: readonly unknown[];
  load: (page: number) => Promise<Page<AuditEvent>>;
}

/** Who changed which rights and settings. */
export function AuditEvents({ queryKey, load }: AuditEventsProps) {
  const page = usePageNumber();
  const query = useQuery({ queryKey: [...queryKey, page], queryFn: () => load(page) });
  return (
    <Loaded query={query}>
      {(events) =>
        events.items.length === 0 ? (
          <Empty title={t`No audit events`} />
        ) : (
          <>
            <ul className="card list">
              {events.items.map((event) => (
                <li key={event.id} className="row-wrap">
                  <div className="grow">
                    <strong>{event.details?.author_name}</strong> {sentenceOf(event)}
                    <div className="muted small">
                      {event.entity_type} {event.details?.entity_path ?? event.entity_id}
                      {event.details?.ip_address && ` · ${event.details.ip_address}`}
                    </div>
                  </div>
                  <span className="muted small">
                    <RelativeTime time={event.created_at} />
                  </span>
                </li>
              ))}
            </ul>
            <Pagination page={events} />
          </>
        )
      }
    </Loaded>
  );
}

function sentenceOf({ details }: AuditEvent): string {
  if (!details) return t`made a change`;
  const target = details.target_details ?? '';
  if (details.custom_message) return `${details.custom_message} ${target}`;
  if (details.add)
    return details.as
      ? t`added ${nameOf(details.add)} ${target} as ${details.as}`
      : t`added ${nameOf(details.add)} ${target}`;
  if (details.remove) return t`removed ${nameOf(details.remove)} ${target}`;
  if (details.failed_login) return t`failed to sign in (${details.failed_login.toLowerCase()})`;
  if (details.with) return t`signed in with ${details.with}`;
  if (details.change)
    return t`changed ${nameOf(details.change)} of ${target} from ${details.from ?? t`nothing`} to ${details.to ?? t`nothing`}`;
  return t`changed ${target}`;
}

function nameOf(field: string): string {
  return field.replaceAll('_', ' ');
}
