/** What happened in a project or by a user. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { ContributionEvent } from '#api/types';
import { pathOf, projectPath } from '#lib/paths';
import { Avatar } from './avatar';
import { eventSentence } from './event-text';
import { RelativeTime } from './relative-time';
import { Empty } from './states';

interface EventListProps {
  events: ContributionEvent[];
  /** Full path of the project; absent if the events are of several projects. */
  project?: string;
  /** Full paths of the projects by id, for events of several projects. */
  projects?: ReadonlyMap<number, string>;
}

/** Shows the events. */
export function EventList({ events, project, projects }: EventListProps) {
  if (events.length === 0) return <Empty title={t`No activity yet`} />;
  return (
    <ul className="list">
      {events.map((event) => (
        <li key={event.id}>
          <Avatar name={event.author?.name ?? '?'} url={event.author?.avatar_url ?? null} size={32} />
          <div className="grow">
            <div>
              {event.author && (
                <Link className="plain-link" to={pathOf(event.author.web_url)}>
                  <strong>{event.author.name}</strong>
                </Link>
              )}{' '}
              <EventText event={event} project={project ?? projects?.get(event.project_id)} />
              <ProjectOfEvent path={projects?.get(event.project_id)} />
            </div>
            {event.push_data?.commit_title && (
              <div className="muted small truncate">{event.push_data.commit_title}</div>
            )}
            {event.note?.body && <div className="muted small truncate">{event.note.body}</div>}
          </div>
          <span className="muted small">
            <RelativeTime time={event.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The project of an event in a list of several. */
function ProjectOfEvent({ path }: { path: string | undefined }) {
  if (path === undefined) return null;
  return (
    <span className="muted">
      {' '}
      <Trans>
        in <Link to={projectPath(path)}>{path}</Link>
      </Trans>
    </span>
  );
}

function EventText({ event, project }: { event: ContributionEvent; project: string | undefined }) {
  const { action, target } = eventSentence(event, project);
  return (
    <>
      {action}{' '}
      {target && (target.to === undefined ? <span>{target.text}</span> : <Link to={target.to}>{target.text}</Link>)}
    </>
  );
}
