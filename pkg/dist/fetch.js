import"./index.js";import{projectFetch}from"./library/fetch.js";export{projectFetch};
