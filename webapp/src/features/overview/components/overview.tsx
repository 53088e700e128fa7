// What stands above the dashboard's lists.
export { ThisWeek as Overview } from './this-week';
