import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RelativeTime } from '#components/relative-time';
import { Loaded } from '#components/states';
import { numberText } from '#lib/format';
import { useConsumers } from './admin-queries';
import { Table } from './admin-table';

/** The consumers of events with their backlog. */
export function Consumers() {
  return (
    <Loaded query={useConsumers()}>
      {(list) => (
        <Table
          label={t`Consumers`}
          heads={[
            t`Consumer`,
            t`Stream`,
            t`Service`,
            t`Backlog`,
            t`Waiting`,
            t`In work`,
            t`Redelivered`,
            t`Oldest event`,
          ]}
        >
          {list.map((consumer) => (
            <tr key={`${consumer.stream}-${consumer.name}`}>
              <td>
                {consumer.name}{' '}
                {consumer.paused && (
                  <span className="badge badge-amber">
                    <Trans>paused</Trans>
                  </span>
                )}
                <div className="muted small">{consumer.consumers.join(', ')}</div>
              </td>
              <td>{consumer.stream}</td>
              <td>{consumer.service}</td>
              <td>{numberText(consumer.lag)}</td>
              <td>{numberText(consumer.pending)}</td>
              <td>{numberText(consumer.ack_pending)}</td>
              <td>{numberText(consumer.redelivered)}</td>
              <td>
                <RelativeTime time={consumer.oldest_event_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Loaded>
  );
}
