#!/usr/bin/env node
import{version}from"mcp-projection";import{writeSync}from"node:fs";function say(sentence){try{writeSync(2,`mcp-projection: ${sentence}
`)}catch{}}var UsageError=class extends Error{static{this.prototype.name="UsageError"}};import{parseArgs}from"node:util";import{Session}from"mcp-projection";import{constants}from"node:os";function endLike(ending){switch(ending.kind){case"exited":process.exit(ending.code);break;case"killed":dieBy(ending.signal);break;case"unstarted":say(
`can't start ${JSON.stringify(ending.command)}: ${reasonOf(ending.error)}`),process.exit(isMissing(ending.error)?127:126)}}function dieBy(signal){setTimeout(
()=>process.exit(128+constants.signals[signal]),100);try{process.kill(process.pid,signal)}catch{process.exit(128+constants.signals[signal])}}function reasonOf(error){
return isMissing(error)?"there is no such command, or the interpreter that its first line names is missing":error.message}function isMissing(error){return error.
code==="ENOENT"}import{readFileSync}from"node:fs";import{hostProfiles,JsonError,PolicyError,Projection}from"mcp-projection";var LOSSLESS={version:1};function projectionOf(file,host){let policy=file===void 0?LOSSLESS:policyIn(file);host!==void 0&&requireKnownHost(host);try{return new Projection(
policy,{host})}catch(error){throw error instanceof PolicyError?new UsageError(`${file??"the policy"}: ${error.message}`):error}}function policyIn(file){
let bytes=withoutMark(contentOf(file));try{new Projection(LOSSLESS).pruneBytes("",bytes)}catch(error){if(error instanceof JsonError){let{line,column,expected}=error;
throw new UsageError(`${file}:${String(line)}:${String(column)}: this is no JSON: expected ${expected} there`)}throw error}return JSON.parse(new TextDecoder().
decode(bytes))}function contentOf(file){try{return readFileSync(file)}catch(error){throw new UsageError(`the policy ${file} can't be read: ${error.message}`)}}
function withoutMark(bytes){return bytes[0]===239&&bytes[1]===187&&bytes[2]===191?bytes.subarray(3):bytes}function requireKnownHost(host){if(host==="a\
uto")return;let profiles=hostProfiles();if(profiles.some(profile=>[profile.host,...profile.clientNames].some(pattern=>fits(pattern,host))))return;let known=profiles.
map(profile=>profile.host).join(", ");throw new UsageError(`no host is known as "${host}"; expected auto, a client's name, or one of ${known}`)}function fits(pattern,name){
let literals=pattern.split("*").map(literal=>literal.replace(/[.+?^${}()|[\]\\]/g,"\\$&"));return new RegExp(`^${literals.join(".*")}$`,"is").test(name)}import{spawn}from"node:child_process";import{closeSync}from"node:fs";import{Socket}from"node:net";var SIGNALS=process.platform==="win32"?["SIGINT","SIGBREAK","SIGHUP"]:["SIGHUP","SIGINT","SIGQUIT","SIGTERM","SIGUSR1","SIGUSR2"];function forwardSignals(server){
let forward=signal=>{process.platform!=="win32"&&server.kill(signal)};for(let signal of SIGNALS)process.on(signal,forward);return()=>{for(let signal of SIGNALS)
process.off(signal,forward)}}import{existsSync}from"node:fs";import path from"node:path";function spawnable(command,args){let batchFile=process.platform==="win32"?batchFileOf(command):
void 0;if(batchFile===void 0)return{file:command,args,options:{}};let line=[quoted(batchFile),...args.map(argument)].join(" ");return{file:process.env.
ComSpec??"cmd.exe",args:["/d","/e:on","/v:off","/s","/c",`"${line}"`],options:{windowsVerbatimArguments:!0}}}function batchFileOf(command){let{win32}=path,
folders=/[\\/:]/.test(command)?[""]:(process.env.PATH??"").split(";").filter(folder=>folder!==""),endings=(process.env.PATHEXT??".COM;.EXE;.BAT;.CMD").
split(";"),names=win32.extname(command)===""?endings.map(ending=>command+ending):[command],found=folders.flatMap(folder=>names.map(name=>folder===""?name:
win32.join(folder,name))).find(file=>existsSync(file));return found!==void 0&&/\.(?:bat|cmd)$/i.test(found)?found:void 0}function argument(text){return/^[\w+\-./:@\\]+$/.
test(text)?text:quoted(text)}function quoted(text){if(/[\0\r\n]/.test(text))throw new Error(`a batch file can't be given the line break in ${JSON.stringify(
text)}`);return`"${text.replace(/(\\+)(?="|$)/g,"$1$1").replaceAll('"','""').replaceAll("%","%%cd:~,%")}"`}async function relay(command,args,session){let server;try{let{file,args:argumentsOfFile,options}=spawnable(command,args);server=spawn(file,[...argumentsOfFile],
{...options,stdio:["pipe","pipe","inherit"]})}catch(error){return{kind:"unstarted",command,error}}let stopForwarding=forwardSignals(server),written=pass(
server,session),ending=await endingOf(server,command);return stopForwarding(),process.stdin.destroy(),ending.kind!=="unstarted"&&await written,ending}
function endingOf(server,command){return new Promise(resolve=>{server.once("exit",(code,signal)=>{resolve(signal===null?{kind:"exited",code:code??0}:{
kind:"killed",signal})}),server.on("error",error=>{server.pid===void 0&&resolve({kind:"unstarted",command,error})})})}function pass(server,session){let fromClient=session.
clientLines(),fromServer=session.serverLines(),stdout=standardOutput();return pump(process.stdin,server.stdin,{passed:chunk=>(fromClient.push(chunk),[
chunk]),rest:()=>[]}).then(()=>{server.stdin.end()}),process.stdin.once("close",()=>{close(0)}),pump(server.stdout,stdout,{passed:chunk=>fromServer.push(
chunk),rest:()=>fromServer.finish()}).then(()=>{stdout.destroy(),close(1)})}var NOTHING=new Uint8Array;function pump(source,sink,{passed,rest}){let send=parts=>{
let hasRoom=!0;sink.cork();for(let part of parts)hasRoom=sink.write(part);return sink.uncork(),hasRoom};return new Promise(resolve=>{source.on("data",
chunk=>{send(passed(chunk))||(source.pause(),sink.once("drain",()=>source.resume()))});let finish=()=>{send(rest()),sink.write(NOTHING,()=>{resolve()})};
source.once("end",finish),source.once("error",finish);let abandon=()=>{source.destroy(),resolve()};sink.on("error",abandon),sink.once("close",abandon)})}
function standardOutput(){try{return new Socket({fd:1,readable:!1,writable:!0})}catch{return process.stdout}}function close(descriptor){try{closeSync(
descriptor)}catch{}}import{createWriteStream,openSync}from"node:fs";var MOST_WAITING=4*1024*1024;function openReport(file){let stream=createWriteStream(file,{fd:file===""?2:descriptorOf(file),autoClose:file!==""}),isBroken=!1,
omitted=0;stream.on("error",()=>{isBroken=!0});let line=value=>`${JSON.stringify(value)}
`;return{add({tool,bytesBefore,bytesAfter,decisions}){isBroken||(stream.writableLength>MOST_WAITING?omitted+=1:stream.write(line({tool,bytesBefore,bytesAfter,
decisions})))},async close(){isBroken||(omitted>0&&stream.write(line({omitted})),await ended(stream))}}}function descriptorOf(file){try{return openSync(
file,"a")}catch(error){throw new UsageError(`the report ${file} can't be written: ${error.message}`)}}function ended(stream){return new Promise(resolve=>{
stream.once("error",()=>{resolve()}),stream.end(resolve)})}var wrapHelp=`Starts an MCP server and stands between it and its client: replies of tools are projected, everything else goes on byte for byte.

Usage: mcp-projection wrap [OPTIONS] -- COMMAND [ARGUMENTS]

  --policy FILE    a policy, in JSON; without one nothing is pruned, and only what a reply says twice goes
  --host NAME      whose model reads the replies: a host's id such as claude-code, a client's name, or auto for the one that connects
  --report[=FILE]  a line of JSON for each reply: {"tool","bytesBefore","bytesAfter","decisions"}, added to FILE, else on standard error
  --dry-run        changes nothing; with --report it says what would change
  --help           this text

In a client's configuration, "command": "npx", "args": ["-y", "SERVER"] becomes
"command": "npx", "args": ["-y", "mcp-projection", "wrap", "--", "npx", "-y", "SERVER"].

Standard input and output are the server's; so are standard error, signals and the exit code. 127 says that there is no such command,
126 that it can't be started, 2 that the options or the policy are wrong.
`;async function wrap(args){let options=optionsOf(args),projection=projectionOf(options.policy,options.host),report=options.report===void 0?void 0:openReport(
options.report),session=new Session(projection,{dryRun:options.dryRun,onReply:report?.add}),ending=await relay(options.command,options.args,session);await report?.
close(),endLike(ending)}function optionsOf(args){let separator=args.indexOf("--"),[command,...rest]=separator===-1?[]:args.slice(separator+1),{policy,
host,report,"dry-run":dryRun}=parsed(args.slice(0,separator===-1?void 0:separator));if(command===void 0||command==="")throw new UsageError('no server \
is named; expected its command behind "--": mcp-projection wrap -- npx -y @modelcontextprotocol/server-memory');return{policy,host,report,dryRun:dryRun??
!1,command,args:rest}}function parsed(args){try{let{values}=parseArgs({args:args.map((arg,at)=>arg==="--report"&&isOption(args[at+1])?"--report=":arg),
options:{policy:{type:"string"},host:{type:"string"},report:{type:"string"},"dry-run":{type:"boolean"}}});return values}catch(error){throw new UsageError(
`${error.message}; see mcp-projection wrap --help`)}}function isOption(next){return next===void 0||next.startsWith("-")}var commands=new Map([["wrap",{about:"a proxy in front of a server on standard input and output",help:wrapHelp,run:wrap}]]),help=`mcp-projection ${version}\
: what an MCP tool reply looks like on the wire

Usage: mcp-projection COMMAND [OPTIONS]

${[...commands].map(([name,{about}])=>`  ${name.padEnd(10)}${about}`).join(`
`)}

  --help     what a command takes: mcp-projection COMMAND --help
  --version  the version of this package
`;async function main([name,...args]){if(name==="--version"){process.stdout.write(`${version}
`);return}if(name==="--help"||name==="-h"||name==="help"){process.stdout.write(help);return}let command=name===void 0?void 0:commands.get(name);if(name===
void 0||command===void 0){let mistake=name===void 0?"no command is given":`there is no command "${name}"`;throw new UsageError(`${mistake}; expected ${[
...commands.keys()].join(", ")}, --help or --version`)}let own=args.slice(0,args.includes("--")?args.indexOf("--"):void 0);if(own.includes("--help")||
own.includes("-h")){process.stdout.write(command.help);return}await command.run(args)}try{await main(process.argv.slice(2))}catch(error){if(!(error instanceof
UsageError))throw error;say(error.message),process.exitCode=2}
