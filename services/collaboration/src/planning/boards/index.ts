import { createGroupBoard } from './operations/create-group-board';
import { createGroupBoardList } from './operations/create-group-board-list';
import { createProjectBoard } from './operations/create-project-board';
import { createProjectBoardList } from './operations/create-project-board-list';
import { deleteGroupBoard } from './operations/delete-group-board';
import { deleteGroupBoardList } from './operations/delete-group-board-list';
import { deleteProjectBoard } from './operations/delete-project-board';
import { deleteProjectBoardList } from './operations/delete-project-board-list';
import { getGroupBoard } from './operations/get-group-board';
import { getGroupBoardList } from './operations/get-group-board-list';
import { getProjectBoard } from './operations/get-project-board';
import { getProjectBoardList } from './operations/get-project-board-list';
import { listGroupBoardLists } from './operations/list-group-board-lists';
import { listGroupBoards } from './operations/list-group-boards';
import { listProjectBoardLists } from './operations/list-project-board-lists';
import { listProjectBoards } from './operations/list-project-boards';
import { updateGroupBoard } from './operations/update-group-board';
import { updateGroupBoardList } from './operations/update-group-board-list';
import { updateProjectBoard } from './operations/update-project-board';
import { updateProjectBoardList } from './operations/update-project-board-list';

export const boardOperations = [
  createGroupBoard,
  createGroupBoardList,
  createProjectBoard,
  createProjectBoardList,
  deleteGroupBoard,
  deleteGroupBoardList,
  deleteProjectBoard,
  deleteProjectBoardList,
  getGroupBoard,
  getGroupBoardList,
  getProjectBoard,
  getProjectBoardList,
  listGroupBoardLists,
  listGroupBoards,
  listProjectBoardLists,
  listProjectBoards,
  updateGroupBoard,
  updateGroupBoardList,
  updateProjectBoard,
  updateProjectBoardList,
];
