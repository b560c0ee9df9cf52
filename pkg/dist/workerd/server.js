import"./index.js";import{projectReplies,tool}from"../library/server.js";export{projectReplies,tool};
