import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '#api/page';
import type { Entity } from '#api/types';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { entityNameOf, sentenceOf } from './audit-words';

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
                      {entityNameOf(event)} {event.details?.entity_path ?? event.entity_id}
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
