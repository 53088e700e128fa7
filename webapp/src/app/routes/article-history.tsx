export { ArticleHistoryRoute as default } from './history';
