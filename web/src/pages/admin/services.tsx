import { t } from '@lingui/core/macro';
import { RelativeTime } from '#components/relative-time';
import { Loaded } from '#components/states';
import { isHealthy, useServices } from './admin-queries';
import { Table } from './admin-table';

/** The services of the instance with their health. */
export function Services() {
  return (
    <Loaded query={useServices()}>
      {(list) => (
        <Table
          label={t`Services`}
          heads={[t`Service`, t`Health`, t`Revision`, t`Contract`, t`Started`, t`Last answer`]}
        >
          {list.map((service) => (
            <tr key={service.name}>
              <td>{service.name}</td>
              <td>
                <span className={`badge ${isHealthy(service.health) ? 'badge-green' : 'badge-red'}`}>
                  {service.health}
                </span>
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
          ))}
        </Table>
      )}
    </Loaded>
  );
}
