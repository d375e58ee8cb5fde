/** Boards of a project or group: issues by label. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Main } from '#components/page/main';
import { Empty, Loaded } from '#components/states';
import { boardKeys, createBoard, listBoards } from '#data/boards';
import { Level } from '#lib/levels';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { BoardView } from './board-view';
import { useGroupOwner, useProjectOwner, type PlanningOwner } from './planning-owner';

/** Shows a board of the project, the first one without a number in the address. */
export function BoardsPage() {
  return <Boards owner={useProjectOwner()} />;
}

/** Shows a board of the group, the first one without a number in the address. */
export function GroupBoardsPage() {
  return <Boards owner={useGroupOwner()} />;
}

function Boards({ owner }: { owner: PlanningOwner }) {
  const navigate = useNavigate();
  const { boardId } = useParams();
  const query = useQuery({
    queryKey: boardKeys.of(owner),
    queryFn: () => listBoards(owner, { per_page: 100 }),
  });
  useTitle(t`Boards`, owner.title);
  const canEdit = owner.level >= Level.reporter;
  return (
    <Main crumbs={[...owner.crumbs, { text: t`Boards` }]}>
      <Loaded query={query}>
        {(boards) => {
          const board = boards.find(({ id }) => String(id) === boardId) ?? boards[0];
          return (
            <>
              <div className="page-header">
                <h1>{board?.name ?? t`Boards`}</h1>
                <div className="row row-wrap">
                  {boards.length > 1 && (
                    <select
                      className="select"
                      aria-label={t`Board`}
                      value={board?.id}
                      onChange={(event) => void navigate(owner.pathTo('boards', event.target.value))}
                    >
                      {boards.map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                    </select>
                  )}
                  {canEdit && <NewBoard owner={owner} />}
                </div>
              </div>
              {board ? (
                <BoardView key={board.id} owner={owner} board={board} canEdit={canEdit} />
              ) : (
                <Empty title={t`No boards`}>
                  <p>
                    <Trans>A board shows issues in columns by label.</Trans>
                  </p>
                </Empty>
              )}
            </>
          );
        }}
      </Loaded>
    </Main>
  );
}

function NewBoard({ owner }: { owner: PlanningOwner }) {
  const { run } = useAction(boardKeys.of(owner));
  const [name, setName] = useState('');
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run(() => createBoard(owner, { name }))) setName('');
  };
  return (
    <form className="row" onSubmit={(event) => void create(event)}>
      <input
        className="input"
        aria-label={t`Name of the new board`}
        placeholder={t`New board`}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button">
        <Trans>Create</Trans>
      </button>
    </form>
  );
}
