import { createGroupBoard, createProjectBoard } from './operations/create-board';
import { createGroupBoardList, createProjectBoardList } from './operations/create-board-list';
import { deleteGroupBoard, deleteProjectBoard } from './operations/delete-board';
import { deleteGroupBoardList, deleteProjectBoardList } from './operations/delete-board-list';
import { getGroupBoard, getProjectBoard } from './operations/get-board';
import { getGroupBoardList, getProjectBoardList } from './operations/get-board-list';
import { listGroupBoardLists, listProjectBoardLists } from './operations/list-board-lists';
import { listGroupBoards, listProjectBoards } from './operations/list-boards';
import { updateGroupBoard, updateProjectBoard } from './operations/update-board';
import { updateGroupBoardList, updateProjectBoardList } from './operations/update-board-list';

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
