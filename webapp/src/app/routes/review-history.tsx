export { ReviewHistoryRoute as default } from './history';
