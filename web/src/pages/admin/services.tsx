import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import { RelativeTime } from '#components/relative-time';
import { Loaded } from '#components/states';
import { isHealthy, useServices } from './admin-queries';
import { Table } from './admin-table';

/** The services of the instance with their health, and the processes of those that form a pool. */
export function Services() {
  return (
    <Loaded query={useServices()}>
      {(list) => (
        <Table
          label={t`Services`}
          heads={[t`Service`, t`Health`, t`Revision`, t`Contract`, t`Started`, t`Last answer`]}
        >
          {list.map((service) => (
            <Fragment key={service.name}>
              <tr>
                <td>{service.name}</td>
                <td>
                  <HealthBadge health={service.health} />
                </td>
                <td className="mono">{service.revision?.slice(0, 12)}</td>
                <td className="mono">{service.contract?.slice(0, 12)}</td>
                <td>
                  <RelativeTime time={service.started_at} />
                </td>
                <td>
                  <RelativeTime time={service.last_answered_at} />
                </td>
              </tr>
              {service.processes.map((process) => (
                <tr key={process.name}>
                  <td className="mono">{process.name}</td>
                  <td>
                    <HealthBadge health={process.health} />
                  </td>
                  <td colSpan={3} />
                  <td>
                    <RelativeTime time={process.last_answered_at} />
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </Table>
      )}
    </Loaded>
  );
}

function HealthBadge({ health }: { health: string }) {
  return <span className={`badge ${isHealthy(health) ? 'badge-green' : 'badge-red'}`}>{health}</span>;
}
