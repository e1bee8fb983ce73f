#!/usr/bin/env bash
# Slurm: sbatch deploy/fleet/slurm.sh selfplay --games 1000000 --out games.bin
# One Ray node on each machine of the job; the command runs on the first. When the job's time is over,
# Slurm asks politely, finished shards stay beside --out, and the same command goes on with them.
#SBATCH --job-name=chuhe
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=64
#SBATCH --exclusive
#SBATCH --time=12:00:00
#SBATCH --signal=B:TERM@120
set -euo pipefail

# An environment on a file system that all machines see: python3 -m venv, pip install 'chuhe[fleet]'.
source "${CHUHE_ENVIRONMENT:-$HOME/chuhe-fleet}/bin/activate"

head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
port=$((20000 + SLURM_JOB_ID % 20000))

srun --nodes=1 --ntasks=1 --nodelist="$head" \
    ray start --head --block --port="$port" --num-cpus="$SLURM_CPUS_PER_TASK" --include-dashboard=false &
until ray health-check --address "$head:$port" >/dev/null 2>&1; do sleep 1; done
if [ "$SLURM_JOB_NUM_NODES" -gt 1 ]; then
    srun --nodes=$((SLURM_JOB_NUM_NODES - 1)) --ntasks=$((SLURM_JOB_NUM_NODES - 1)) --exclude="$head" \
        ray start --address="$head:$port" --block --num-cpus="$SLURM_CPUS_PER_TASK" &
fi

python -m chuhe.fleet "$@" --address "$head:$port" &
fleet=$!
trap 'kill -TERM "$fleet" 2>/dev/null' TERM
code=0
wait "$fleet" || code=$?
# A signal ends the wait, not yet the fleet.
if kill -0 "$fleet" 2>/dev/null; then wait "$fleet" || code=$?; fi
exit "$code"
