/** What happened in a project or by a user. */
import { Link } from 'react-router';
import type { ContributionEvent } from '#api/types';
import { countText } from '#lib/format';
import { pathOf, projectPath } from '#lib/paths';
import { Avatar } from './avatar';
import { RelativeTime } from './relative-time';
import { Empty } from './states';

interface EventListProps {
  events: ContributionEvent[];
  /** Full path of the project; absent if the events are of several projects. */
  project?: string;
  /** Full paths of the projects by id, for events of several projects. */
  projects?: ReadonlyMap<number, string>;
}

const targetPages: Record<string, string> = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Milestone: 'milestones',
};
const marks: Record<string, string> = { Issue: '#', MergeRequest: '!' };
const targetNames: Record<string, string> = {
  Issue: 'issue',
  MergeRequest: 'merge request',
  Milestone: 'milestone',
  Project: 'the project',
  'WikiPage::Meta': 'the wiki page',
  WikiPage: 'the wiki page',
  Note: 'a comment',
  DiffNote: 'a comment',
  DiscussionNote: 'a comment',
};

/** Shows the events. */
export function EventList({ events, project, projects }: EventListProps) {
  if (events.length === 0) return <Empty title="No activity yet" />;
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
      {' in '}
      <Link to={projectPath(path)}>{path}</Link>
    </span>
  );
}

function EventText({ event, project }: { event: ContributionEvent; project: string | undefined }) {
  const { push_data: push, action_name: action, target_type: type, target_iid: iid, target_title: title } = event;
  if (push) {
    const { ref, ref_type: refType, commit_count: count, action: kind } = push;
    const name = ref ?? countText(push.ref_count ?? 0, refType);
    const verb =
      kind === 'created' ? 'created' : kind === 'removed' ? 'deleted' : `pushed ${countText(count, 'commit')} to`;
    const isLink = project !== undefined && ref !== null && kind !== 'removed';
    return (
      <>
        {verb} {refType}{' '}
        {isLink ? (
          <Link to={projectPath(project, refType === 'tag' ? 'tags' : 'tree', ref)}>{name}</Link>
        ) : (
          <span>{name}</span>
        )}
      </>
    );
  }
  const page = targetPages[type ?? ''];
  const noteable = event.note?.noteable_type ?? '';
  const notePage = targetPages[noteable];
  const noteIid = event.note?.noteable_iid;
  if (event.note && notePage && noteIid)
    return (
      <>
        commented on {targetNames[noteable]}{' '}
        <OptionalLink to={project && `${projectPath(project, notePage, String(noteIid))}#note_${event.note.id}`}>
          {title ?? `${marks[noteable] ?? ''}${noteIid}`}
        </OptionalLink>
      </>
    );
  return (
    <>
      {action} {targetNames[type ?? ''] ?? type?.toLowerCase() ?? 'the project'}{' '}
      {title && (
        <OptionalLink to={page && iid && project ? projectPath(project, page, String(iid)) : undefined}>
          {title}
        </OptionalLink>
      )}
    </>
  );
}

function OptionalLink({ to, children }: { to: string | undefined; children: React.ReactNode }) {
  return to === undefined ? <span>{children}</span> : <Link to={to}>{children}</Link>;
}
