/** The pages of the blog and the functions that load their data, for the route table. */
export { BlogPage } from './BlogPage'
export { blogData, postData } from './load'
export { PostPage } from './PostPage'
